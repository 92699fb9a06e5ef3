package org.driftfield.model;

/**
 * A model's log density as a function on the whole of R^d: parameters mapped by their supports, Jacobian terms added. One
 * instance serves one thread, since it keeps scratch arrays.
 */
public final class UnconstrainedDensity implements FreeModel.Evaluator {
    private final Model model;
    private final ParameterSpace space;
    private final double[] theta;
    private final double[] thetaGradient;

    public UnconstrainedDensity(Model model) {
        this.model = model;
        this.space = model.space();
        this.theta = new double[space.dimension()];
        this.thetaGradient = new double[space.dimension()];
    }

    public ParameterSpace space() {
        return space;
    }

    public int dimension() {
        return theta.length;
    }

    @Override
    public double evaluate(double[] z, double[] gradient) {
        space.constrain(z, 0, theta, 0);
        return mapped(z, model.logDensity(theta, thetaGradient), gradient);
    }

    /** The same estimated from some of the observations of a {@link MinibatchModel}. */
    public double evaluate(double[] z, double[] gradient, int[] rows) {
        space.constrain(z, 0, theta, 0);
        return mapped(z, ((MinibatchModel) model).logDensity(theta, thetaGradient, rows), gradient);
    }

    private double mapped(double[] z, double logDensity, double[] gradient) {
        double value = logDensity;
        for (int j = 0; j < theta.length; j++) {
            Support support = space.support(j);
            value += support.logJacobian(z[j]);
            gradient[j] = thetaGradient[j] * support.slopeAt(theta[j]) + support.logJacobianSlope(z[j]);
        }
        return value;
    }
}
