/**
 * How clouds of floats move whose gradients come from minibatches: each way is a {@link
 * org.driftfield.dynamics.minibatch.MinibatchDynamics} in one file, with its move, what it remembers and its schedule. What the
 * gradient is of is the business of the model.
 */
package org.driftfield.dynamics.minibatch;
