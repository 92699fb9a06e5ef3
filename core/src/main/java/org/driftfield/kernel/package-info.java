/**
 * The hot loops of the inference, behind one facade, {@link org.driftfield.kernel.Kernels}: a Vector API implementation
 * where the virtual machine has that module, a scalar one where not, both with the same bits.
 */
package org.driftfield.kernel;
