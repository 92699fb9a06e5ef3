package org.driftfield.models.network;

import java.util.Arrays;
import java.util.List;
import org.driftfield.driver.State;
import org.driftfield.kernel.Perceptron;
import org.driftfield.model.MinibatchModel;
import org.driftfield.model.Parameter;

/**
 * The weights of a network given their scales, as Gaussian variational Bayes sees them (Tran, Nguyen, Nott and Kohn 2020): an
 * adaptive group lasso on the weights of each input, a ridge on the other weights, nothing on the biases. The group lasso is
 * a normal with a scale τ_j of its own, w_·j ~ N(0, τ_j I_m), τ_j ~ Gamma((m + 1)/2, γ_j²/2), whose optimal q(τ_j) has
 *
 * <pre>⟨1/τ_j⟩ = γ_j / √⟨‖w_·j‖²⟩,   ⟨τ_j⟩ = √⟨‖w_·j‖²⟩ / γ_j + 1/γ_j²,</pre>
 *
 * and γ_j² = (m + 1)/⟨τ_j⟩ by empirical Bayes. The noise is inverse-gamma.
 */
final class LassoNetwork implements MinibatchModel {
    private static final double FIRST_SHRINKAGE = 0.01;
    private static final double RIDGE = 0.01;
    private static final double NOISE_SHAPE = 10;

    private final RowGradient likelihood;
    private final int d;
    private final int inputs;
    private final int units;
    private final boolean noisy;
    private final double priorScale;
    private final double[] precision;
    private final double[] shrinkage;
    private final double[] noiseScale;
    private double lossOfRow = Double.NaN;

    /** @param noiseSd the standard deviation of the target; NaN where there is no σ² */
    LassoNetwork(RowGradient likelihood, Perceptron net, double noiseSd) {
        this.likelihood = likelihood;
        this.d = net.weights();
        this.inputs = net.width(0);
        this.units = net.width(1);
        this.noisy = !Double.isNaN(noiseSd);
        this.priorScale = (NOISE_SHAPE - 1) * noiseSd;
        this.precision = new double[d];
        for (int l = 1; l < net.layers(); l++) {
            int width = net.width(l) + 1;
            for (int at = net.weightsAt(l); at < net.weightsAt(l + 1); at += width) {
                Arrays.fill(precision, at, at + width - 1, RIDGE);
            }
        }
        this.shrinkage = new double[inputs];
        Arrays.fill(shrinkage, FIRST_SHRINKAGE);
        // σ² starts near 1, as its authors let it.
        this.noiseScale = new double[] {noiseShape()};
    }

    void register(State state) {
        state.put("precision", precision).put("shrinkage", shrinkage).put("noise", noiseScale);
    }

    /** Brings the lasso up to date with the moments of N(mu, b bᵀ + diag(c²)). */
    void updateLasso(double[] mu, double[] b, double[] c) {
        for (int i = 0; i < inputs; i++) {
            double squares = 0;
            for (int u = 0; u < units; u++) {
                int j = u * (inputs + 1) + i;
                squares += mu[j] * mu[j] + b[j] * b[j] + c[j] * c[j];
            }
            double size = Math.sqrt(squares);
            double gamma = shrinkage[i];
            for (int u = 0; u < units; u++) {
                precision[u * (inputs + 1) + i] = gamma / size;
            }
            shrinkage[i] = Math.sqrt((units + 1) / (size / gamma + 1 / (gamma * gamma)));
        }
    }

    /** @param squares the sum of squared residuals over all training rows */
    void updateNoise(double squares) {
        noiseScale[0] = priorScale + 0.5 * squares;
    }

    /** The shape of q(σ²). */
    double noiseShape() {
        return NOISE_SHAPE + 0.5 * likelihood.observations();
    }

    /** The scale of q(σ²), in an array that the state has. */
    double[] noiseScale() {
        return noiseScale;
    }

    /** The prior precision of each weight, ⟨1/τ⟩ for those of the lasso; the live array. */
    double[] precision() {
        return precision;
    }

    /** Minus the log-likelihood of a row at unit noise, averaged over those last looked at: only to be shown. */
    double lossOfRow() {
        return lossOfRow;
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.real("w", d));
    }

    @Override
    public int observations() {
        return likelihood.observations();
    }

    @Override
    public double logDensity(double[] w, double[] gradient) {
        return posterior(w, likelihood.of(w, gradient), observations(), gradient);
    }

    @Override
    public double logDensity(double[] w, double[] gradient, int[] rows) {
        return posterior(w, likelihood.of(w, rows, gradient), rows.length, gradient);
    }

    private double posterior(double[] w, double ofRows, int rows, double[] gradient) {
        lossOfRow = -ofRows / rows;
        double share = (double) observations() / rows * (noisy ? noiseShape() / noiseScale[0] : 1);
        double value = share * ofRows;
        for (int j = 0; j < d; j++) {
            gradient[j] = share * gradient[j] - precision[j] * w[j];
            value -= 0.5 * precision[j] * w[j] * w[j];
        }
        return value;
    }
}
