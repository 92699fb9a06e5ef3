package org.driftfield.kernel;

/** What a hidden unit of a {@link Perceptron} makes of its weighted inputs. */
public enum Activation {
    /** max(z, 0), with derivative 0 at 0. */
    RELU,
    /** tanh(z), within 3 units in the last place of a float. */
    TANH
}
