package org.driftfield.models.network.motion;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.driver.State;

/**
 * Noise with heavier tails than normal, as a scale mixture: y_i - f_i ~ N(0, σ²/λ_i) with λ_i ~ Gamma(ν/2, ν/2), which makes
 * (y_i - f_i)/σ of Student's distribution with ν degrees of freedom. The conjugate factors of the λ_i are
 *
 * <pre>q(λ_i) = Gamma((ν + 1)/2, (ν + z_i²)/2),   z_i² = ⟨1/σ²⟩ ⟨(y_i - f_i)²⟩,</pre>
 *
 * so that row i counts ⟨λ_i⟩ = (ν + 1)/(ν + z_i²) times. With these in place the lower bound depends on ν as the log density of
 * Student's distribution at the z_i does; ν is set to where that, with the prior Gamma(2, 0.1) of Juárez and Steel (2010), is
 * highest.
 */
public final class Tails {
    /** Below so many degrees of freedom the variance of the noise would be next to infinite. */
    static final double LEAST = 2.5;

    /** With so many the noise is normal to all appearances. */
    static final double MOST = 1000;

    /** Rows that ν is estimated from at the most. */
    private static final int ROWS = 10_000;

    private final float[] weights;
    private final float[] precision;
    private final double given;
    private final double[] dof = {MOST};

    /**
     * @param precision of each row where the noise depends on the inputs, so that z_i² is that times as large; or null
     * @param given ν where that is known; 0 where it is found
     */
    Tails(int n, float[] precision, double given) {
        this.precision = precision;
        this.given = given;
        weights = precision == null ? new float[n] : precision.clone();
        if (precision == null) {
            Arrays.fill(weights, 1);
        }
    }

    void register(State state, String prefix) {
        state.put(prefix + "dof", dof).putFloats(prefix + "row.weights", weights);
    }

    /** ν. */
    public double dof() {
        return dof[0];
    }

    /** Takes a ν that was kept from before. */
    public void keepDof(double kept) {
        dof[0] = kept;
    }

    /** ⟨λ_i⟩ of each training row, times its precision. */
    float[] weights() {
        return weights;
    }

    /**
     * Sets ν and q(λ).
     *
     * @param squares ⟨(y_i - f_i)²⟩ of each row, over particles; overwritten
     * @param noisePrecision ⟨1/σ²⟩
     */
    void update(double[] squares, double noisePrecision) {
        for (int i = 0; precision != null && i < squares.length; i++) {
            squares[i] *= precision[i];
        }
        double nu = given > 0 ? given : best(squares, noisePrecision);
        dof[0] = nu;
        for (int i = 0; i < weights.length; i++) {
            weights[i] =
                    (float) ((nu + 1) / (nu + noisePrecision * squares[i])) * (precision == null ? 1 : precision[i]);
        }
    }

    /** The ν at which the lower bound is highest. */
    private static double best(double[] squares, double noisePrecision) {
        double low = Math.log(LEAST);
        double high = Math.log(MOST);
        double golden = (Math.sqrt(5) - 1) / 2;
        double a = high - golden * (high - low);
        double b = low + golden * (high - low);
        double atA = bound(Math.exp(a), squares, noisePrecision);
        double atB = bound(Math.exp(b), squares, noisePrecision);
        while (high - low > 0.02) {
            if (atA > atB) {
                high = b;
                b = a;
                atB = atA;
                a = high - golden * (high - low);
                atA = bound(Math.exp(a), squares, noisePrecision);
            } else {
                low = a;
                a = b;
                atA = atB;
                b = low + golden * (high - low);
                atB = bound(Math.exp(b), squares, noisePrecision);
            }
        }
        return Math.exp(0.5 * (low + high));
    }

    /** What of the lower bound depends on ν, a row. */
    static double bound(double nu, double[] squares, double noisePrecision) {
        int rows = Math.min(squares.length, ROWS);
        double sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += Math.log1p(noisePrecision * squares[i] / nu);
        }
        double prior = (Math.log(nu) - 0.1 * nu) / squares.length;
        return prior
                + LogGamma.value((nu + 1) / 2)
                - LogGamma.value(nu / 2)
                - 0.5 * Math.log(nu)
                - 0.5 * (nu + 1) * sum / rows;
    }
}
