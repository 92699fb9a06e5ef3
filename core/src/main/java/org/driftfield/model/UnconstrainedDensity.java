package org.driftfield.model;

import java.util.stream.IntStream;

/**
 * A model's log density as a function on the whole of R^d: parameters mapped by their supports, Jacobian terms added. One
 * instance serves one thread, since it keeps scratch arrays.
 */
public final class UnconstrainedDensity implements FreeModel.Evaluator {
    private final Model model;
    private final ParameterSpace space;
    private final double[] theta;
    private final double[] thetaGradient;

    /** The places of coordinates that do not have the real line for support: all others are the same on both scales. */
    private final int[] bounded;

    public UnconstrainedDensity(Model model) {
        this.model = model;
        this.space = model.space();
        this.theta = new double[space.dimension()];
        this.thetaGradient = new double[space.dimension()];
        this.bounded = IntStream.range(0, theta.length)
                .filter(j -> !space.support(j).equals(Support.REAL))
                .toArray();
    }

    public ParameterSpace space() {
        return space;
    }

    public int dimension() {
        return theta.length;
    }

    @Override
    public double evaluate(double[] z, double[] gradient) {
        constrain(z);
        return mapped(z, model.logDensity(theta, thetaGradient), gradient);
    }

    @Override
    public void evaluate(double[] points, int count, double[] values, double[] gradients) {
        int d = theta.length;
        double[] thetas = points.clone();
        for (int i = 0; i < count; i++) {
            for (int j : bounded) {
                thetas[i * d + j] = space.support(j).constrain(points[i * d + j]);
            }
        }
        model.logDensities(thetas, count, values, gradients);
        for (int i = 0; i < count; i++) {
            for (int j : bounded) {
                int at = i * d + j;
                Support support = space.support(j);
                values[i] += support.logJacobian(points[at]);
                gradients[at] = gradients[at] * support.slopeAt(thetas[at]) + support.logJacobianSlope(points[at]);
            }
        }
    }

    /** The same estimated from some of the observations of a {@link MinibatchModel}. */
    public double evaluate(double[] z, double[] gradient, int[] rows) {
        constrain(z);
        return mapped(z, ((MinibatchModel) model).logDensity(theta, thetaGradient, rows), gradient);
    }

    private void constrain(double[] z) {
        System.arraycopy(z, 0, theta, 0, theta.length);
        for (int j : bounded) {
            theta[j] = space.support(j).constrain(z[j]);
        }
    }

    private double mapped(double[] z, double logDensity, double[] gradient) {
        double value = logDensity;
        System.arraycopy(thetaGradient, 0, gradient, 0, theta.length);
        for (int j : bounded) {
            Support support = space.support(j);
            value += support.logJacobian(z[j]);
            gradient[j] = thetaGradient[j] * support.slopeAt(theta[j]) + support.logJacobianSlope(z[j]);
        }
        return value;
    }
}
