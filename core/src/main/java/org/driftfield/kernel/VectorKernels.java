package org.driftfield.kernel;

import jdk.incubator.vector.DoubleVector;

final class VectorKernels {
    private VectorKernels() {}

    static int lanes() {
        return DoubleVector.SPECIES_PREFERRED.length();
    }
}
