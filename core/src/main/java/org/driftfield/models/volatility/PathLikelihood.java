package org.driftfield.models.volatility;

import static org.driftfield.InputException.require;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.driftfield.kernel.Kernels;

/**
 * log p(y, x | θ) of a {@link VolatilitySpec}, as a function of the deviations v = x - μ of the log variances, and its
 * derivatives. With leverage there is one log variance more than returns: the last return is correlated with the innovation
 * after it.
 */
final class PathLikelihood {
    /** Shocks beyond this are rare, but for those of a path that is still far off. */
    private static final double LARGEST_SHOCK = 3;

    /** The mean of log(e²+0.1) for a standard normal e, about. */
    private static final double LOG_SQUARE = -0.6;

    private static final double LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);
    private static final double FLOOR = 0.1;
    private static final double PLAUSIBLE_PHI = 0.95;
    private static final double PLAUSIBLE_SIGMA2 = 0.05;
    private static final double PLAUSIBLE_NU = 10;
    private static final double ROUGH = 0.3;

    final VolatilitySpec spec;

    /** How many log variances there are. */
    final int times;

    final int observed;
    private final double[] y;
    private final boolean[] seen;
    private final double[] half;
    private final Regressors design;

    PathLikelihood(Returns returns, VolatilitySpec spec) {
        this.spec = spec;
        this.design = spec.mean().design(returns);
        int n = returns.size();
        this.times = n + (spec.leverage() ? 1 : 0);
        this.y = new double[times];
        this.seen = new boolean[times];
        this.half = new double[times];
        int count = 0;
        for (Regressors columns : new Regressors[] {design, spec.logVariance()}) {
            require(
                    columns.count() == 0 || columns.columns()[0].length == n,
                    "regressors must have one value for each of the %d returns, got %d",
                    n,
                    columns.count() == 0 ? 0 : columns.columns()[0].length);
        }
        for (int t = 0; t < n; t++) {
            seen[t] = !Double.isNaN(returns.get(t))
                    && design.known(t)
                    && spec.logVariance().known(t);
            y[t] = seen[t] ? returns.get(t) : 0;
            half[t] = seen[t] ? 0.5 : 0;
            count += seen[t] ? 1 : 0;
        }
        require(count >= 2, "at least 2 returns must have all their regressors, got %d", count);
        this.observed = count;
    }

    boolean seen(int t) {
        return seen[t];
    }

    /** Rough log variances, one by one: a return near zero says little, so a share of the mean square is added. */
    double[] levels() {
        double floor = FLOOR * meanSquare();
        return Arrays.stream(y)
                .map(value -> Math.log(value * value + floor) - LOG_SQUARE)
                .toArray();
    }

    private double meanSquare() {
        return Arrays.stream(y).map(value -> value * value).sum() / observed;
    }

    /** The mean of the log variances, from log squared returns one by one. */
    double level() {
        double[] levels = levels();
        double sum = 0;
        for (int t = 0; t < times; t++) {
            sum += seen[t] ? levels[t] : 0;
        }
        return sum / observed;
    }

    /** Plausible values of the parameters: a search may start there. */
    double[] plausible() {
        double[] theta = new double[spec.count()];
        theta[VolatilitySpec.MU] = level();
        theta[VolatilitySpec.PHI] = PLAUSIBLE_PHI;
        theta[VolatilitySpec.SIGMA2] = PLAUSIBLE_SIGMA2;
        if (spec.heavyTails()) {
            theta[spec.nu()] = PLAUSIBLE_NU;
        }
        return theta;
    }

    /** Rough standard errors of the parameters on the unconstrained scale. */
    double[] scales() {
        double[] scales = new double[spec.count()];
        Arrays.fill(scales, ROUGH);
        for (int k = spec.beta(); k < scales.length; k++) {
            boolean ofMean = k < spec.gamma();
            double[] column = ofMean
                    ? design.columns()[k - spec.beta()]
                    : spec.logVariance().columns()[k - spec.gamma()];
            double squares = 0;
            for (int t = 0; t < column.length; t++) {
                squares += seen[t] ? column[t] * column[t] : 0;
            }
            double sd = ofMean ? spec.further().meanSd() : spec.further().logVarianceSd();
            scales[k] = Math.min(sd, Math.sqrt((ofMean ? meanSquare() : 2) / Math.max(squares, Double.MIN_NORMAL)));
        }
        return scales;
    }

    /** Scratch space of one thread. */
    final class Work {
        /** W_t γ, and y_t - X_t β; 0 where the return is missing. */
        final double[] offset = new double[times];

        private final double[] residual = new double[times];
        private final double[] scaled = new double[times];
        private final double[] byLevel = new double[times];
        private final double[] byInnovation = new double[times + 1];
        private final double[] rows = new double[times];

        /** Takes the coefficients of θ. */
        void take(double[] theta, int at) {
            if (design.count() == 0) {
                System.arraycopy(y, 0, residual, 0, times);
            } else {
                design.times(theta, at + spec.beta(), rows);
                for (int t = 0; t < times; t++) {
                    residual[t] = seen[t] ? y[t] - rows[t] : 0;
                }
            }
            if (spec.logVariance().count() > 0) {
                spec.logVariance().times(theta, at + spec.gamma(), offset);
            }
        }
    }

    /**
     * The log density without the constants of the normal distribution.
     *
     * @param byV receives the derivatives by v
     * @param byTheta the derivatives by θ are added to it, from {@code to} on
     */
    double evaluate(double[] theta, int at, double[] v, double[] byV, double[] byTheta, int to, Work work) {
        work.take(theta, at);
        boolean general = spec.heavyTails() || spec.leverage();
        double value =
                general ? general(theta, at, v, byTheta, to, work) : normal(theta[at + VolatilitySpec.MU], v, work);
        regressors(byTheta, to, work);
        return value + autoregression(theta, at, v, byV, byTheta, to, work);
    }

    /** Normal errors without leverage: -h/2 - r² e^-h / 2. */
    private double normal(double mu, double[] v, Work work) {
        double[] scaled = work.scaled;
        double[] residual = work.residual;
        double[] offset = work.offset;
        for (int t = 0; t < times; t++) {
            scaled[t] = -mu - v[t] - offset[t];
        }
        Kernels.exp(scaled, 0, work.byLevel, 0, times);
        double sum = 0;
        for (int t = 0; t < times; t++) {
            double square = 0.5 * residual[t] * residual[t] * work.byLevel[t];
            sum += half[t] * scaled[t] - square;
            work.byLevel[t] = square - half[t];
        }
        return sum;
    }

    private double general(double[] theta, int at, double[] v, double[] byTheta, int to, Work work) {
        double mu = theta[at + VolatilitySpec.MU];
        double phi = theta[at + VolatilitySpec.PHI];
        double sigma = Math.sqrt(theta[at + VolatilitySpec.SIGMA2]);
        double rho = spec.leverage() ? theta[at + spec.rho()] : 0;
        double nu = spec.heavyTails() ? theta[at + spec.nu()] : Double.POSITIVE_INFINITY;
        double share = 1 - rho * rho;
        double root = Math.sqrt(share);
        double freedom = nu - VolatilitySpec.FEWEST_DEGREES;
        double[] scaled = work.scaled;
        for (int t = 0; t < times; t++) {
            scaled[t] = -0.5 * (mu + v[t] + work.offset[t]);
        }
        Kernels.exp(scaled, 0, scaled, 0, times);
        Arrays.fill(work.byInnovation, 0);
        double sum = 0;
        double byRho = 0;
        double logs = 0;
        double shares = 0;
        for (int t = 0; t < times; t++) {
            if (!seen[t]) {
                work.byLevel[t] = 0;
                continue;
            }
            double error = work.residual[t] * scaled[t];
            double eta = spec.leverage() ? (v[t + 1] - phi * v[t]) / sigma : 0;
            double z = (error - rho * eta) / root;
            double slope;
            if (spec.heavyTails()) {
                double ratio = z * z / freedom;
                slope = -(nu + 1) * z / (freedom + z * z);
                double log = Math.log1p(ratio);
                logs += log;
                shares += ratio / (1 + ratio);
                sum -= 0.5 * (nu + 1) * log;
            } else {
                slope = -z;
                sum -= 0.5 * z * z;
            }
            sum -= 0.5 * (mu + v[t] + work.offset[t]);
            work.byLevel[t] = -0.5 * (1 + slope * error / root);
            // By the residual itself, for the regressors of the mean.
            scaled[t] *= slope / root;
            if (spec.leverage()) {
                work.byInnovation[t + 1] = -slope * rho / root;
                byRho += slope * (z * rho / share - eta / root);
            }
        }
        sum -= observed * Math.log(root);
        if (spec.leverage()) {
            byTheta[to + spec.rho()] += byRho + observed * rho / share;
        }
        if (spec.heavyTails()) {
            sum += observed * logT(nu);
            double constant = 0.5 * (Digamma.value(0.5 * (nu + 1)) - Digamma.value(0.5 * nu) - 1 / freedom);
            byTheta[to + spec.nu()] += observed * constant - 0.5 * logs + 0.5 * (nu + 1) * shares / freedom;
        }
        return sum;
    }

    /** What does not depend on the log variances in the log density of a return. */
    double logConstant(double[] theta) {
        double rho = spec.leverage() ? theta[spec.rho()] : 0;
        double ofErrors = spec.heavyTails() ? logT(theta[spec.nu()]) : 0;
        return ofErrors - 0.5 * Math.log1p(-rho * rho) - LOG_ROOT_TWO_PI;
    }

    /**
     * The log density of return t given its log variance and, with leverage, the next one, both as deviations, without the {@link
     * #logConstant}; of the parameters that {@code work} has taken.
     */
    double logReturn(double[] theta, int t, double v, double next, Work work) {
        double h = theta[VolatilitySpec.MU] + v + work.offset[t];
        double error = work.residual[t] * Math.exp(-0.5 * h);
        double rho = spec.leverage() ? theta[spec.rho()] : 0;
        double root = Math.sqrt(1 - rho * rho);
        double eta = rho == 0 ? 0 : (next - theta[VolatilitySpec.PHI] * v) / Math.sqrt(theta[VolatilitySpec.SIGMA2]);
        double z = (error - rho * eta) / root;
        if (!spec.heavyTails()) {
            return -0.5 * (h + z * z);
        }
        double nu = theta[spec.nu()];
        return -0.5 * (h + (nu + 1) * Math.log1p(z * z / (nu - VolatilitySpec.FEWEST_DEGREES)));
    }

    /** The constant of Student's t distribution of variance 1, relative to that of the normal distribution, -log(2π)/2. */
    private static double logT(double nu) {
        return LogGamma.value(0.5 * (nu + 1))
                - LogGamma.value(0.5 * nu)
                - 0.5 * Math.log(0.5 * (nu - VolatilitySpec.FEWEST_DEGREES));
    }

    private void regressors(double[] byTheta, int to, Work work) {
        byTheta[to + VolatilitySpec.MU] += Kernels.sum(work.byLevel, 0, times);
        if (design.count() > 0) {
            boolean general = spec.heavyTails() || spec.leverage();
            for (int t = 0; t < times; t++) {
                // The derivative by X_t β: of a normal error it is r e^-h.
                work.rows[t] = !seen[t] ? 0 : general ? -work.scaled[t] : work.residual[t] * Math.exp(work.scaled[t]);
            }
            addProducts(design, work.rows, byTheta, to + spec.beta());
        }
        addProducts(spec.logVariance(), work.byLevel, byTheta, to + spec.gamma());
    }

    private void addProducts(Regressors columns, double[] by, double[] byTheta, int to) {
        for (int k = 0; k < columns.count(); k++) {
            double[] column = columns.columns()[k];
            double sum = 0;
            for (int t = 0; t < column.length; t++) {
                sum += seen[t] ? column[t] * by[t] : 0;
            }
            byTheta[to + k] += sum;
        }
    }

    private double autoregression(
            double[] theta, int at, double[] v, double[] byV, double[] byTheta, int to, Work work) {
        double phi = theta[at + VolatilitySpec.PHI];
        double sigma2 = theta[at + VolatilitySpec.SIGMA2];
        double lambda = 1 / sigma2;
        double perSigma = Math.sqrt(lambda);
        double share = 1 - phi * phi;
        double first = v[0];
        double squares = share * first * first;
        double shocks = 0;
        double byPhi = 0;
        double next = 0;
        boolean leverage = spec.leverage();
        for (int t = times - 1; t >= 1; t--) {
            double innovation = v[t] - phi * v[t - 1];
            double by = -lambda * innovation;
            squares += innovation * innovation;
            if (leverage) {
                by += perSigma * work.byInnovation[t];
                shocks += work.byInnovation[t] * innovation;
            }
            byV[t] = work.byLevel[t] + by - phi * next;
            byPhi -= v[t - 1] * by;
            next = by;
        }
        byV[0] = work.byLevel[0] - lambda * share * first - phi * next;
        byTheta[to + VolatilitySpec.PHI] += byPhi + lambda * phi * first * first - phi / share;
        byTheta[to + VolatilitySpec.SIGMA2] += 0.5 * lambda * (squares * lambda - times - perSigma * shocks);
        return 0.5 * (Math.log(share) - lambda * squares - times * Math.log(sigma2));
    }

    /**
     * The expansion of the likelihood of each return as a function of its own log variance h, without leverage:
     * slope·h - curvature·h²/2; and the errors at that path, each at the time after its own, with the variance of what leverage
     * leaves of them: an error far out in a heavy tail says little of the next step.
     */
    void expand(double[] theta, double[] v, DecoupledPath to, Work work) {
        double[] slope = to.slope();
        double[] curvature = to.curvature();
        double phi = theta[VolatilitySpec.PHI];
        double perSigma = 1 / Math.sqrt(theta[VolatilitySpec.SIGMA2]);
        double rho = spec.leverage() ? theta[spec.rho()] : 0;
        double mu = theta[VolatilitySpec.MU];
        double nu = spec.heavyTails() ? theta[spec.nu()] : Double.POSITIVE_INFINITY;
        work.take(theta, 0);
        for (int t = 0; t < times; t++) {
            work.scaled[t] = -mu - v[t] - work.offset[t];
        }
        Kernels.exp(work.scaled, 0, work.byLevel, 0, times);
        for (int t = 0; t < times; t++) {
            double level = -work.scaled[t];
            double square = work.residual[t] * work.residual[t] * work.byLevel[t];
            double by;
            if (!seen[t]) {
                by = 0;
                curvature[t] = 0;
            } else if (spec.heavyTails()) {
                double ratio = square / (nu - VolatilitySpec.FEWEST_DEGREES);
                double part = ratio / (1 + ratio);
                by = 0.5 * (nu + 1) * part - 0.5;
                curvature[t] = 0.5 * (nu + 1) * part / (1 + ratio);
            } else {
                by = 0.5 * square - 0.5;
                curvature[t] = 0.5 * square;
            }
            slope[t] = by + curvature[t] * level;
            if (t + 1 < times) {
                double error = Math.copySign(Math.sqrt(square), work.residual[t]);
                to.shock()[t + 1] = seen[t] ? Math.max(-LARGEST_SHOCK, Math.min(LARGEST_SHOCK, error)) : 0;
                double rest = error - rho * (v[t + 1] - phi * v[t]) * perSigma;
                double ofTail = (nu - VolatilitySpec.FEWEST_DEGREES + rest * rest / (1 - rho * rho)) / (nu + 1);
                // A normal density with this variance lies below the Student one and touches it here, so each step goes
                // up.
                to.noise()[t + 1] = !seen[t] ? Double.POSITIVE_INFINITY : spec.heavyTails() ? ofTail : 1;
            }
        }
    }
}
