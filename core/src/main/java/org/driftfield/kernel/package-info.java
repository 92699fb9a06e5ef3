/**
 * The hot loops of the inference, behind two facades, {@link org.driftfield.kernel.Kernels} for arrays of doubles and
 * {@link org.driftfield.kernel.Perceptron} for networks in float: a Vector API implementation where the virtual machine
 * has that module, a scalar one where not, both with the same bits.
 */
package org.driftfield.kernel;
