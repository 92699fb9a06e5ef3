package org.driftfield.meanfield;

import org.driftfield.engine.Workers;
import org.driftfield.model.FreeModel;
import org.driftfield.model.UnconstrainedDensity;

/** The log density of the whole model on the free scale, with an evaluator for each thread. */
final class JointDensity {
    private final FreeModel model;
    private final FreeModel.Evaluator[] evaluators;

    JointDensity(FreeModel model, Workers workers) {
        this.model = model;
        this.evaluators = new FreeModel.Evaluator[workers.threads()];
    }

    /**
     * The log density at {@code z}, and its gradient.
     *
     * @param rows the minibatch from which it is estimated; null for all observations
     */
    double evaluate(int worker, double[] z, double[] gradient, int[] rows) {
        FreeModel.Evaluator own = own(worker);
        return rows == null ? own.evaluate(z, gradient) : ((UnconstrainedDensity) own).evaluate(z, gradient, rows);
    }

    /** The log densities at several points, end to end, and their gradients. */
    void evaluate(int worker, double[] points, int count, double[] values, double[] gradients) {
        own(worker).evaluate(points, count, values, gradients);
    }

    private FreeModel.Evaluator own(int worker) {
        if (evaluators[worker] == null) {
            // Made by the thread that uses it, so that its arrays lie apart from those of others.
            evaluators[worker] = model.evaluator();
        }
        return evaluators[worker];
    }
}
