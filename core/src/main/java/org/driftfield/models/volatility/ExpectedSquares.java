package org.driftfield.models.volatility;

import java.util.Arrays;
import org.driftfield.meanfield.Marginals;

/**
 * E[S] over the cloud of (φ, x), S being the sum of squared innovations, with a control variate. The returns say little about
 * σ², so an error of E[S] comes back some twenty times as large in σ²; the plain average over a cloud is too noisy for that,
 * and a cloud that lags behind σ² holds it back. By Stein's identity E[∇·f + f·∇log q] = 0, so any field f may be added. With
 * q nearly normal, of covariance P = L Lᵀ, and S nearly quadratic around a centre c, S ≈ S(c) + b·u + uᵀA u with u = z - c,
 * the field f = P (A u + b) leaves hardly any noise, and gives the expectation under the present target even where the cloud
 * has not arrived there. Centre and shape are those of the {@link GaussianFit}: they do not matter for the mean.
 */
final class ExpectedSquares {
    private static final double MOST_ACCELERATION = 40;
    private static final double DIFFERENCE = 1e-3;

    private final Series series;
    private final VolatilityPriors priors;
    private final GaussianFit fit;
    private final int n;
    private final double mu;
    private final double muVariance;
    private final double lambda;
    private final double z;
    private final double phi;
    private final double spread;
    private final double[] x;
    private final double[] slope;
    private final ArrowPreconditioner shape;

    /** A: 1 φ-by-φ number and the φ-by-x numbers; its x-by-x part is K(φ). b: by φ, then by x. */
    private double byPhiTwice;

    private final double[] byPhiAndX;
    private final double[] b;

    ExpectedSquares(
            Series series, VolatilityPriors priors, GaussianFit fit, double mu, double muVariance, double lambda) {
        this.series = series;
        this.priors = priors;
        this.fit = fit;
        this.n = series.size;
        this.mu = mu;
        this.muVariance = muVariance;
        this.lambda = lambda;
        this.z = fit.centre();
        this.phi = Math.tanh(0.5 * z);
        this.spread = fit.spread();
        this.x = fit.middle().mean;
        this.slope = fit.slope();
        this.shape = new ArrowPreconditioner(spread, slope, fit.precision(lambda));
        this.byPhiAndX = new double[n];
        this.b = new double[n + 1];
        expand();
    }

    /** S to second order around the centre. */
    private void expand() {
        double byZ = 0.5 * (1 - phi * phi);
        double first = x[0] - mu;
        double byPhi = -2 * phi * first * first + muVariance * series.levelSlope(phi);
        double twice = -2 * first * first + 2 * muVariance * (n - 2);
        for (int t = 0; t < n; t++) {
            boolean end = t == 0 || t == n - 1;
            double own = x[t] - mu;
            double around = (t > 0 ? x[t - 1] - mu : 0) + (t < n - 1 ? x[t + 1] - mu : 0);
            b[1 + t] = 2 * ((end ? 1 : 1 + phi * phi) * own - phi * around);
            byPhiAndX[t] = byZ * ((end ? 0 : 2 * phi * own) - around);
            if (t > 0) {
                double previous = x[t - 1] - mu;
                byPhi -= 2 * (own - phi * previous) * previous;
                twice += 2 * previous * previous;
            }
        }
        b[0] = byZ * byPhi;
        byPhiTwice = 0.5 * (byZ * byZ * twice - phi * byZ * byPhi);
    }

    /** The expectation. */
    double mean(Marginals all) {
        double corrected = all.average(1, 2 * (n + 1), (draws, at, scratch, out, outAt) -> {
            out[outAt] = corrected(draws, at, scratch);
        })[0];
        return corrected + trace();
    }

    /**
     * How many times further than its optimum q(σ²) should go to arrive where alternating between the factors leads: with
     * q(φ, x) ∝ exp(-λS/2)…, dE[S]/dλ = -Var[S]/2, so that one round takes an error of log λ times r = λ² Var[S] / (4 shape),
     * and 1/(1-r) rounds at once are right.
     */
    double acceleration(double inverseGammaShape) {
        double[] twice = Arrays.copyOf(b, 2 * b.length);
        System.arraycopy(b, 0, twice, b.length, b.length);
        double change = fit.precisionTrace(lambda) - fit.precisionTrace(lambda * (1 + DIFFERENCE));
        double variance = shape.product(twice, 0, b.length) + 2 * change / (DIFFERENCE * lambda);
        double r = lambda * lambda * variance / (4 * inverseGammaShape);
        return 1 / Math.max(1 - r, 1 / MOST_ACCELERATION);
    }

    /** S plus f·∇log q at one draw. */
    double corrected(double[] draws, int at, double[] scratch) {
        int fieldAt = n + 1;
        double phiThere = draws[at + VolatilityModel.PHI];
        double[] sums = new double[3];
        series.logDensity(draws, at + VolatilityModel.X, mu, phiThere, lambda, scratch, 1, sums);
        double share = 1 - phiThere * phiThere;
        double byPhi = priors.slopeByPhi(phiThere)
                - phiThere / share
                - 0.5 * lambda * (sums[Series.BY_PHI] + muVariance * series.levelSlope(phiThere));
        scratch[0] = 0.5 * share * byPhi - phiThere;
        double off = Math.log1p(phiThere) - Math.log1p(-phiThere) - z;
        int xAt = at + VolatilityModel.X;
        double byZ = byPhiTwice * off + b[0];
        double previous = 0;
        double own = draws[xAt] - x[0];
        for (int t = 0; t < n; t++) {
            double next = t < n - 1 ? draws[xAt + t + 1] - x[t + 1] : 0;
            boolean end = t == 0 || t == n - 1;
            scratch[fieldAt + 1 + t] =
                    (end ? own : (1 + phi * phi) * own) - phi * (previous + next) + byPhiAndX[t] * off + b[1 + t];
            byZ += byPhiAndX[t] * own;
            previous = own;
            own = next;
        }
        scratch[fieldAt] = byZ;
        return sums[Series.SQUARES] + muVariance * series.level(phiThere) + shape.product(scratch, 0, fieldAt);
    }

    /** The divergence of f, tr(P A). */
    private double trace() {
        double sum = byPhiTwice;
        for (int t = 0; t < n; t++) {
            boolean end = t == 0 || t == n - 1;
            double pulled = (end ? 1 : 1 + phi * phi) * slope[t];
            pulled -= phi * ((t > 0 ? slope[t - 1] : 0) + (t < n - 1 ? slope[t + 1] : 0));
            sum += slope[t] * (2 * byPhiAndX[t] + pulled);
        }
        return spread * spread * sum + fit.precisionTrace(lambda);
    }
}
