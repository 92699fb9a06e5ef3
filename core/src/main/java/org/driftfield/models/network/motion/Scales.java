package org.driftfield.models.network.motion;

import org.driftfield.distribution.InverseGamma;
import org.driftfield.driver.State;

/**
 * The conjugate factors: q(τ_j) of the prior variances of the weights, w_j ~ N(0, τ_j) with τ_j ~ IG(α0, β0), and, for a
 * regression, q(σ²) of the noise under p(σ²) ∝ 1/σ². Their optima are
 *
 * <pre>q(τ_j) = IG(α0 + ½, β0 + ⟨w_j²⟩/2),   q(σ²) = IG(n/2, ½ ⟨Σ residual²⟩).</pre>
 *
 * <p>The paper prints shape and scale of the second the other way round, and calls the first's "scale" and "rate".
 */
public final class Scales {
    static final double ALPHA0 = 1;
    public static final double TAU_SHAPE = ALPHA0 + 0.5;

    private final int n;
    private final boolean noisy;
    private final double beta0;
    private final double[] tauScale;
    private final double[] noiseScale = {0};
    private final float[] priorPrecision;

    /**
     * @param noisy whether there is a σ²
     * @param beta0 the scale of the prior of τ_j
     */
    Scales(int d, int n, boolean noisy, double beta0) {
        this.beta0 = beta0;
        this.n = n;
        this.noisy = noisy;
        this.tauScale = new double[d];
        this.priorPrecision = new float[d];
    }

    void register(State state, String prefix) {
        state.put(prefix + "tau", tauScale).put(prefix + "noise", noiseScale);
    }

    /** Works out what follows from the state, after that was read back. */
    public void restored() {
        for (int j = 0; j < tauScale.length; j++) {
            priorPrecision[j] = (float) (TAU_SHAPE / tauScale[j]);
        }
    }

    /** @param meanSquare ⟨w_j²⟩ */
    void updateTau(float[] meanSquare) {
        for (int j = 0; j < tauScale.length; j++) {
            tauScale[j] = beta0 + meanSquare[j] / 2;
        }
        restored();
    }

    /** @param meanSquare ⟨residual²⟩, averaged over the n training rows as well; ignored where there is no σ² */
    void updateNoise(double meanSquare) {
        // A residual of exactly 0 everywhere would leave no distribution; floats resolve no less than this anyway.
        noiseScale[0] = 0.5 * n * Math.max(meanSquare, 1e-12);
    }

    /** Takes a scale of q(σ²) that was kept from before. */
    public void keepNoise(double scale) {
        noiseScale[0] = scale;
    }

    /** ⟨1/τ_j⟩ of each weight. */
    float[] priorPrecision() {
        return priorPrecision;
    }

    /** ⟨1/σ²⟩; 1 where there is no σ². */
    double noisePrecision() {
        return noisy ? 0.5 * n / noiseScale[0] : 1;
    }

    /** q(σ²), null where there is no σ². */
    InverseGamma noise() {
        return noisy ? new InverseGamma(0.5 * n, noiseScale[0]) : null;
    }

    public double noiseScale() {
        return noiseScale[0];
    }

    public double[] tauScale() {
        return tauScale;
    }
}
