package org.driftfield.dynamics;

/**
 * The normal distribution N(μ, Σ) with Σ = b bᵀ + C², C = diag(c), as Gaussian variational Bayes moves it (Tran, Nguyen, Nott
 * and Kohn 2020): θ = μ + ε b + c ∘ e with ε and e standard normal. Everything costs O(d), by
 *
 * <pre>Σ⁻¹ = C⁻² - α u uᵀ,  u = b/c²,  κ = Σ_j b_j²/c_j²,  α = 1/(1 + κ).</pre>
 */
public final class RankOneNormal {
    private RankOneNormal() {}

    /** κ, how much of the spread is the factor's. */
    public static double kappa(double[] b, double[] c) {
        double sum = 0;
        for (int j = 0; j < b.length; j++) {
            sum += b[j] * b[j] / (c[j] * c[j]);
        }
        return sum;
    }

    /** The entropy, ½ log det(2πe Σ). */
    public static double entropy(double[] b, double[] c) {
        double sum = Math.log1p(kappa(b, c)) + b.length * (1 + Math.log(2 * Math.PI));
        for (double value : c) {
            sum += 2 * Math.log(Math.abs(value));
        }
        return 0.5 * sum;
    }

    /** Writes θ = μ + ε b + c ∘ e. */
    public static void place(double[] mu, double[] b, double[] c, double epsilon, double[] e, double[] theta) {
        for (int j = 0; j < mu.length; j++) {
            theta[j] = mu[j] + epsilon * b[j] + c[j] * e[j];
        }
    }

    /** Adds -∇ log q(θ) = Σ⁻¹(θ - μ) to {@code gradient}. */
    public static void subtractScore(double[] b, double[] c, double epsilon, double[] e, double[] gradient) {
        double kappa = 0;
        double product = 0;
        for (int j = 0; j < b.length; j++) {
            double u = b[j] / (c[j] * c[j]);
            kappa += u * b[j];
            product += u * (epsilon * b[j] + c[j] * e[j]);
        }
        double share = product / (1 + kappa);
        for (int j = 0; j < b.length; j++) {
            double square = c[j] * c[j];
            gradient[j] += (epsilon * b[j] + c[j] * e[j]) / square - share * b[j] / square;
        }
    }

    /**
     * Turns the gradient in (μ, b, c) into the natural one, I⁻¹ times it, in place. The Fisher information I has a block of μ
     * and one of (b, c); of the latter the part that couples b with c is left out, as its authors do, which leaves three
     * blocks, each a diagonal plus a matrix of rank one:
     *
     * <pre>I_μμ = Σ⁻¹,  I_bb = κα Σ⁻¹ + α² u uᵀ,  I_cc = 2 (diag(v) + s sᵀ),  v = c⁻² - 2α u²,  s = α c ∘ u².</pre>
     */
    public static void naturalGradient(double[] b, double[] c, double[] gMu, double[] gB, double[] gC) {
        int d = b.length;
        double kappa = 0;
        double bMu = 0;
        double bB = 0;
        for (int j = 0; j < d; j++) {
            kappa += b[j] * b[j] / (c[j] * c[j]);
            bMu += b[j] * gMu[j];
            bB += b[j] * gB[j];
        }
        double alpha = 1 / (1 + kappa);
        double ratio = (1 + kappa) / kappa;
        double along = (kappa - 1) / (2 * kappa) * bB;
        double squares = 0;
        double product = 0;
        for (int j = 0; j < d; j++) {
            double inverse = 1 / (c[j] * c[j]);
            double u = b[j] * inverse;
            double v = inverse - 2 * alpha * u * u;
            double s = alpha * c[j] * u * u;
            squares += s * s / v;
            product += s / v * gC[j];
        }
        double share = product / (1 + squares);
        for (int j = 0; j < d; j++) {
            double square = c[j] * c[j];
            double u = b[j] / square;
            double v = 1 / square - 2 * alpha * u * u;
            double s = alpha * c[j] * u * u;
            gMu[j] = bMu * b[j] + square * gMu[j];
            gB[j] = ratio * (square * gB[j] + along * b[j]);
            gC[j] = 0.5 * (gC[j] - share * s) / v;
        }
    }
}
