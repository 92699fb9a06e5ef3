package org.driftfield.meanfield;

/** One factor q_k of the mean field: a cloud of particles or a closed form. */
sealed interface Factor permits ParticleFactor, ConjugateFactor {
    Block block();
}
