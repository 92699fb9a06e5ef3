package org.driftfield.stan.compile;

/** The two ways through a compiled program; each class that is generated is one. Stateless: threads share it. */
public interface Sweeps {
    void forward(Frame frame);

    void reverse(Frame frame);
}
