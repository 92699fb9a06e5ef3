package org.driftfield.sampler;

import org.driftfield.model.FreeModel;

/** A position with its momentum, and the log density and gradient there. */
final class PhasePoint {
    final double[] position;
    final double[] momentum;
    final double[] gradient;
    double logDensity;

    PhasePoint(int d) {
        position = new double[d];
        momentum = new double[d];
        gradient = new double[d];
    }

    void copyFrom(PhasePoint other) {
        System.arraycopy(other.position, 0, position, 0, position.length);
        System.arraycopy(other.momentum, 0, momentum, 0, position.length);
        System.arraycopy(other.gradient, 0, gradient, 0, position.length);
        logDensity = other.logDensity;
    }

    /** One leapfrog step, with one evaluation of the gradient; {@code velocity} receives M⁻¹ times the new momentum. */
    void leap(double stepSize, FreeModel.Evaluator density, MassMatrix mass, double[] velocity) {
        kick(stepSize / 2);
        mass.velocity(momentum, velocity);
        for (int j = 0; j < position.length; j++) {
            position[j] += stepSize * velocity[j];
        }
        logDensity = density.evaluate(position, gradient);
        kick(stepSize / 2);
        mass.velocity(momentum, velocity);
    }

    private void kick(double time) {
        for (int j = 0; j < momentum.length; j++) {
            momentum[j] += time * gradient[j];
        }
    }

    double energy(double[] velocity) {
        double kinetic = 0;
        for (int j = 0; j < momentum.length; j++) {
            kinetic += momentum[j] * velocity[j];
        }
        return kinetic / 2 - logDensity;
    }
}
