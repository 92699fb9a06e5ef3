package org.driftfield.models.volatility;

import org.driftfield.distribution.InverseGamma;
import org.driftfield.distribution.Normal;
import org.driftfield.distribution.Samplable;
import org.driftfield.random.RandomStream;

/**
 * A first answer without particles, from which they start: the factorisation q(μ) q(σ²) q(φ, x) with φ at five nodes of a
 * Gauss-Hermite rule on its unconstrained scale and x given φ a {@link GaussianPath}. Alternating between the factors
 * converges slowly, because the returns say little about σ²: the fixed point of log E[1/σ²] is found by the secant method.
 */
final class GaussianFit implements Samplable {
    private static final double[] NODES = {
        -2.856970013872806, -1.355626179974266, 0, 1.355626179974266, 2.856970013872806
    };
    private static final double[] LOG_WEIGHTS = {
        Math.log(0.011257411327721),
        Math.log(0.222075922005613),
        Math.log(8.0 / 15),
        Math.log(0.222075922005613),
        Math.log(0.011257411327721)
    };

    private static final int MIDDLE = 2;
    private static final int MOST_ITERATIONS = 300;
    private static final int NEWTON_STEPS = 4;
    private static final double NEWTON_TOLERANCE = 1e-6;

    /** Settled when neither log E[1/σ²] nor any other mean moves by more than this. */
    private static final double TOLERANCE = 2e-3;

    private static final double MOST_ACCELERATION = 80;
    private static final double LARGEST_MOVE = 0.7;

    /** How far log E[1/σ²] is moved to see how the others follow, which they do within so many rounds. */
    private static final double DIFFERENCE = 0.05;

    private static final int ROUNDS = 8;

    private final Series series;
    private final VolatilityPriors priors;
    private final GaussianPath[] paths = new GaussianPath[NODES.length];
    private final double[] weights = new double[NODES.length];
    private Normal mu;
    private InverseGamma sigma2;
    private double centre;
    private double spread;
    private double[] slope;
    private double squares;
    private double acceleration;

    GaussianFit(Series series, VolatilityPriors priors, double typical) {
        this.series = series;
        this.priors = priors;
        // The median size of a standard normal variate is 0.67.
        double level = 2 * Math.log(typical / 0.67);
        for (int k = 0; k < paths.length; k++) {
            paths[k] = new GaussianPath(series, level);
        }
        mu = new Normal(level, 0.1);
        double shape = priors.sigma2Shape() + 0.5 * series.size;
        sigma2 = new InverseGamma(shape, shape * 0.1);
        centre = 3;
        spread = 0.5;
        run();
        acceleration = respond();
        direction();
    }

    private void run() {
        double shape = sigma2.shape();
        double lastAt = Double.NaN;
        double lastShift = Double.NaN;
        for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
            double lambda = sigma2.meanInverse(0);
            double moved = updateOthers(lambda);
            double at = Math.log(lambda);
            double shift = shift(at);
            double rate = (shift - lastShift) / (at - lastAt);
            double gain = rate < -1 / MOST_ACCELERATION ? Math.min(-1 / rate, MOST_ACCELERATION) : 1;
            double move = Math.max(-LARGEST_MOVE, Math.min(LARGEST_MOVE, gain * shift));
            lastAt = at;
            lastShift = shift;
            sigma2 = new InverseGamma(shape, shape / Math.exp(at + move));
            if (Math.max(moved, Math.abs(move)) < TOLERANCE) {
                return;
            }
        }
    }

    /** Renews q(φ, x) and then q(μ), given λ; returns by how much they moved. */
    private double updateOthers(double lambda) {
        double moved = updatePaths(lambda);
        squares = 0;
        double precision = 1 / priors.muVariance();
        double linear = priors.muMean() / priors.muVariance();
        for (int k = 0; k < paths.length; k++) {
            double level = series.level(phi(k));
            squares += weights[k] * (paths[k].expectedSquares() + mu.variance() * level);
            precision += weights[k] * lambda * level;
            linear += weights[k] * lambda * paths[k].expectedLevel();
        }
        Normal newMu = new Normal(linear / precision, 1 / precision);
        moved = Math.max(moved, Math.abs(newMu.mean() - mu.mean()) / Math.sqrt(newMu.variance()));
        mu = newMu;
        return moved;
    }

    /** By how much log E[1/σ²] differs from its value in the optimal q(σ²), given the others. */
    private double shift(double logLambda) {
        return Math.log(sigma2.shape() / (priors.sigma2Scale() + 0.5 * squares)) - logLambda;
    }

    /**
     * By how much more than its optimum moves q(σ²) would have to move to arrive where alternating between the factors leads.
     * An error of log E[1/σ²] shifts q(φ, x) and q(μ), and these the optimum, by r times that error; so it is 1/(1-r). Found by
     * trying, and the other factors are left as they were.
     */
    private double respond() {
        double at = Math.log(sigma2.meanInverse(0));
        double[] shifts = new double[2];
        for (int side = 1; side >= 0; side--) {
            for (int round = 0; round < ROUNDS; round++) {
                updateOthers(Math.exp(at + side * DIFFERENCE));
            }
            shifts[side] = shift(at + side * DIFFERENCE);
        }
        double left = (shifts[0] - shifts[1]) / DIFFERENCE;
        return 1 / Math.min(1, Math.max(left, 1 / MOST_ACCELERATION));
    }

    /** Renews the paths at the nodes, their weights and then the nodes; returns by how much the nodes moved. */
    private double updatePaths(double lambda) {
        double top = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < paths.length; k++) {
            double phi = phi(k);
            paths[k].improve(mu.mean(), phi, lambda, NEWTON_STEPS, NEWTON_TOLERANCE);
            weights[k] = paths[k].lowerBound()
                    - 0.5 * lambda * mu.variance() * series.level(phi)
                    + priors.logDensityOfPhi(phi)
                    + 1.5 * Math.log(1 - phi * phi)
                    + LOG_WEIGHTS[k]
                    + 0.5 * NODES[k] * NODES[k];
            top = Math.max(top, weights[k]);
        }
        double mass = 0;
        double first = 0;
        double second = 0;
        for (int k = 0; k < paths.length; k++) {
            weights[k] = Math.exp(weights[k] - top);
            mass += weights[k];
            first += weights[k] * NODES[k];
            second += weights[k] * NODES[k] * NODES[k];
        }
        for (int k = 0; k < paths.length; k++) {
            weights[k] /= mass;
        }
        first /= mass;
        double ratio = Math.sqrt(Math.max(second / mass - first * first, 0.1));
        centre += spread * first;
        spread *= Math.min(2, ratio);
        return Math.max(Math.abs(first), Math.abs(ratio - 1)) / 10;
    }

    private double phi(int k) {
        return Math.tanh(0.5 * (centre + spread * NODES[k]));
    }

    /** By how much x moves with φ, per unit of its unconstrained scale: the slope between the inner nodes. */
    private void direction() {
        double width = spread * (NODES[MIDDLE + 1] - NODES[MIDDLE - 1]);
        slope = new double[series.size];
        for (int t = 0; t < slope.length; t++) {
            slope[t] = (paths[MIDDLE + 1].mean[t] - paths[MIDDLE - 1].mean[t]) / width;
        }
    }

    Normal mu() {
        return mu;
    }

    InverseGamma sigma2() {
        return sigma2;
    }

    /** The mean of log((1+φ)/(1-φ)). */
    double centre() {
        return centre;
    }

    double spread() {
        return spread;
    }

    /** By how much the middle of x moves with that, for each t. */
    double[] slope() {
        return slope;
    }

    /** The precision λ K + D of x at the mean of φ, for any λ. */
    Tridiagonal precision(double lambda) {
        double phi = phi(MIDDLE);
        double[] diagonal = new double[series.size];
        double[] off = new double[series.size];
        series.precision(lambda, lambda * phi, lambda * phi * phi, paths[MIDDLE].curvature, diagonal, off);
        return new Tridiagonal(series.size).factor(diagonal, off);
    }

    /** The derivative of E[S | φ] by φ on its unconstrained scale. */
    double squaresSlope() {
        return (squares(MIDDLE + 1) - squares(MIDDLE - 1)) / (2 * spread * NODES[MIDDLE + 1]);
    }

    /** Its second derivative. */
    double squaresCurvature() {
        double step = spread * NODES[MIDDLE + 1];
        return (squares(MIDDLE + 1) - 2 * squares(MIDDLE) + squares(MIDDLE - 1)) / (step * step);
    }

    private double squares(int k) {
        return paths[k].expectedSquares() + mu.variance() * series.level(phi(k));
    }

    /** How many times further than its optimum q(σ²) should go: see {@link #respond}. */
    double acceleration() {
        return acceleration;
    }

    GaussianPath middle() {
        return paths[MIDDLE];
    }

    /** A draw of all coordinates of {@link VolatilityModel} on the unconstrained scale. */
    @Override
    public void sample(RandomStream random, double[] out, int at) {
        mu.sample(random, out, at + VolatilityModel.MU);
        sigma2.sample(random, out, at + VolatilityModel.SIGMA2);
        out[at + VolatilityModel.SIGMA2] = Math.log(out[at + VolatilityModel.SIGMA2]);
        double off = spread * random.nextNormal();
        out[at + VolatilityModel.PHI] = centre + off;
        int x = at + VolatilityModel.X;
        random.nextNormals(out, x, series.size);
        GaussianPath path = paths[MIDDLE];
        path.precision.backward(out, x, out, x, series.size, 1);
        for (int t = 0; t < series.size; t++) {
            out[x + t] += path.mean[t] + slope[t] * off;
        }
    }
}
