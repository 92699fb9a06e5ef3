package org.driftfield.models.volatility.paper;

import org.driftfield.distribution.InverseGamma;
import org.driftfield.distribution.Normal;
import org.driftfield.distribution.Samplable;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.Volatility;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.VolatilitySpec;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;

/**
 * A first answer without particles, from which they start: the factorisation q(μ) q(σ²) q(φ, x) with φ at five nodes of a
 * Gauss-Hermite rule on its unconstrained scale and x given φ a {@link GaussianPath}. At
 * a given E[1/σ²] the others are brought to their joint optimum: a round renews q(φ, x) and q(μ) in turn, and the fixed point of rounds in
 * (E[μ], centre and log spread of φ) is found by Newton's method, with rounds wherever a Newton step does not bring it nearer. The
 * returns say little about σ², so that alternating would creep: q(σ²) is moved to where its own update would change nothing, by bracketing.
 * The search starts from the posterior's mode and follows the direction of the update, so that it ends where alternating would.
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
    private static final int MORE_ROUNDS = 5;
    private static final int MOST_ITERATIONS = 60;
    private static final int MOST_HALVINGS = 4;

    /** Places in the vector of the fixed point. */
    private static final int LEVEL = 0;

    private static final int CENTRE = 1;
    private static final int LOG_SPREAD = 2;
    private static final int UNKNOWNS = 3;

    /** Arrived when a Newton step is shorter than this, in standard deviations of each. */
    private static final double TOLERANCE = 3e-3;

    /** How far log E[1/σ²] goes at a time to find its bracket, how near it must come to its end, and how far it may go. */
    private static final double STRIDE = 0.5;

    private static final double NEAR = 1e-3;
    private static final double FARTHEST_LAMBDA = 20;
    private static final double DIFFERENCE = 0.02;

    /** How far each is moved to see how a round answers, and how far a step may go, in standard deviations of the first two. */
    private static final double[] WIDTHS = {0.1, 0.1, 0.02};

    private static final double[] FARTHEST = {5, 2, 0.5};

    /** Of φ on its unconstrained scale: beyond these nothing is left to tell apart. */
    private static final double WIDEST = 2;

    private static final double NARROWEST = 1e-3;

    /** The farthest that a parabola is followed, in spreads of the nodes that it goes through. */
    private static final double MOST_SPREADS = 10;

    private static final double LARGEST_CENTRE = 12;

    private final Series series;
    private final VolatilityPriors priors;
    private final GaussianPath[] paths = new GaussianPath[NODES.length];
    private final double[] weights = new double[NODES.length];

    /** log q(φ) at the nodes, without its constant. */
    private final double[] heights = new double[NODES.length];

    private Normal mu;
    private InverseGamma sigma2;
    private double centre;
    private double spread;
    private double[] slope;
    private double squares;
    private double acceleration = 1;
    private boolean converged;
    private boolean equilibrated;

    /** E[μ], and the centre and log spread of φ. */
    private double[] at;

    GaussianFit(Returns returns, VolatilityPriors priors) {
        this(returns, priors, Volatility.mode(returns, VolatilitySpec.plain(priors)));
    }

    /** From any start. */
    GaussianFit(Returns returns, VolatilityPriors priors, double[] start) {
        this.series = new Series(returns);
        this.priors = priors;
        double level = start[VolatilitySpec.MU];
        for (int k = 0; k < paths.length; k++) {
            paths[k] = new GaussianPath(series, level);
        }
        mu = new Normal(level, 0.1);
        double phi = start[VolatilitySpec.PHI];
        at = new double[] {level, Math.log1p(phi) - Math.log1p(-phi), Math.log(0.5)};
        run(-Math.log(start[VolatilitySpec.SIGMA2]));
        direction();
    }

    /** Finds log E[1/σ²], which the factors are left at. */
    private void run(double start) {
        double here = start;
        double shift = shift(here);
        double direction = Math.signum(shift);
        double next = here;
        double nextShift = shift;
        while (Math.signum(nextShift) == direction && direction != 0 && Math.abs(next) < FARTHEST_LAMBDA) {
            here = next;
            shift = nextShift;
            next = here + direction * STRIDE;
            nextShift = shift(next);
        }
        boolean bracketed = Math.signum(nextShift) != direction;
        // The Illinois variant of false position: an end that stays has its value halved.
        for (int step = 0; step < MOST_ITERATIONS && bracketed && Math.abs(next - here) > NEAR; step++) {
            double middle = (here * nextShift - next * shift) / (nextShift - shift);
            double middleShift = shift(middle);
            if (Math.signum(middleShift) == Math.signum(nextShift)) {
                shift *= 0.5;
            } else {
                here = next;
                shift = nextShift;
            }
            next = middle;
            nextShift = middleShift;
            if (Math.abs(middleShift) < 1e-12) {
                break;
            }
        }
        double above = shift(next + DIFFERENCE);
        boolean settled = equilibrated;
        double below = shift(next - DIFFERENCE);
        settled &= equilibrated;
        double left = (below - above) / (2 * DIFFERENCE);
        acceleration = left > 0 && left < 1 ? 1 / left : 1;
        shift(next);
        converged = bracketed && settled && equilibrated;
    }

    /** By how much log E[1/σ²] differs from its value in the optimal q(σ²) when the others are at their optimum. */
    private double shift(double logLambda) {
        double shape = priors.sigma2Shape() + 0.5 * series.size;
        sigma2 = new InverseGamma(shape, shape / Math.exp(logLambda));
        equilibrate();
        return Math.log(shape / (priors.sigma2Scale() + 0.5 * squares)) - logLambda;
    }

    /** Brings q(φ, x) and q(μ) to their optimum given q(σ²); a start that is far off only takes longer. */
    private void equilibrate() {
        equilibrated = false;
        double[] off = difference(at);
        for (int iteration = 0; iteration < MOST_ITERATIONS && !equilibrated; iteration++) {
            if (far(at, off)) {
                at = plus(at, off, 1);
                off = difference(at);
                continue;
            }
            double[] scales = scales();
            double[] step = newton(slopes(at, off, scales), off, scales);
            equilibrated = length(step, scales) < TOLERANCE;
            double size = length(off, scales);
            boolean nearer = false;
            for (int halving = 0; halving < MOST_HALVINGS && !nearer; halving++) {
                double[] there = plus(at, step, Math.pow(0.5, halving));
                double[] offThere = difference(there);
                nearer = length(offThere, scales) < size;
                if (nearer) {
                    at = there;
                    off = offThere;
                }
            }
            for (int k = 0; k < MORE_ROUNDS && !nearer && !equilibrated; k++) {
                at = round(at);
                off = difference(at);
            }
        }
        // The factors are left as they are at the fixed point.
        round(at);
    }

    /** Whether q(φ) goes so far that its nodes do not see where to: then rounds lead there, and Newton's method would not. */
    private static boolean far(double[] at, double[] off) {
        return Math.abs(off[CENTRE]) > Math.exp(at[LOG_SPREAD]);
    }

    private double[] difference(double[] at) {
        double[] there = round(at);
        for (int j = 0; j < UNKNOWNS; j++) {
            there[j] -= at[j];
        }
        return there;
    }

    /** Standard deviations of μ and φ, and 1. */
    private double[] scales() {
        return new double[] {Math.sqrt(mu.variance()), spread, 1};
    }

    private static double length(double[] step, double[] scales) {
        double longest = 0;
        for (int j = 0; j < UNKNOWNS; j++) {
            longest = Math.max(longest, Math.abs(step[j]) / scales[j]);
        }
        return longest;
    }

    private static double[] plus(double[] at, double[] step, double part) {
        double[] there = at.clone();
        for (int j = 0; j < UNKNOWNS; j++) {
            there[j] += part * step[j];
        }
        return there;
    }

    /** The derivatives of {@link #difference}. */
    private DMatrixRMaj slopes(double[] at, double[] off, double[] scales) {
        DMatrixRMaj slopes = new DMatrixRMaj(UNKNOWNS, UNKNOWNS);
        for (int k = 0; k < UNKNOWNS; k++) {
            double width = WIDTHS[k] * (k <= CENTRE ? scales[k] : 1);
            double[] moved = at.clone();
            moved[k] += width;
            double[] there = difference(moved);
            for (int j = 0; j < UNKNOWNS; j++) {
                slopes.set(j, k, (there[j] - off[j]) / width);
            }
        }
        return slopes;
    }

    /** The step to where the difference would vanish, nowhere longer than is safe. */
    private static double[] newton(DMatrixRMaj slopes, double[] off, double[] scales) {
        DMatrixRMaj step = new DMatrixRMaj(UNKNOWNS, 1);
        DMatrixRMaj right = new DMatrixRMaj(UNKNOWNS, 1);
        for (int j = 0; j < UNKNOWNS; j++) {
            right.set(j, 0, -off[j]);
        }
        if (!CommonOps_DDRM.solve(slopes, right, step) || MatrixFeatures_DDRM.hasUncountable(step)) {
            return off.clone();
        }
        double shorten = 1;
        for (int j = 0; j < UNKNOWNS; j++) {
            double most = FARTHEST[j] * (j <= CENTRE ? scales[j] : 1);
            shorten = Math.min(shorten, most / Math.abs(step.get(j, 0)));
        }
        for (int j = 0; j < UNKNOWNS; j++) {
            step.set(j, 0, shorten * step.get(j, 0));
        }
        return step.data;
    }

    /** Renews q(φ, x) and q(μ) in turn from the given point; returns where that leads. */
    private double[] round(double[] at) {
        centre = Math.max(-LARGEST_CENTRE, Math.min(LARGEST_CENTRE, at[CENTRE]));
        spread = Math.max(NARROWEST, Math.min(WIDEST, Math.exp(at[LOG_SPREAD])));
        double lambda = sigma2.meanInverse(0);
        for (int k = 0; k < paths.length; k++) {
            paths[k].improve(at[LEVEL], phi(k), lambda);
        }
        double variance = mu.variance();
        for (int again = 0; again < MORE_ROUNDS; again++) {
            weigh(lambda, variance);
            double precision = 1 / priors.muVariance();
            double linear = priors.muMean() / priors.muVariance();
            squares = 0;
            for (int k = 0; k < paths.length; k++) {
                double level = series.level(phi(k));
                squares += weights[k] * (paths[k].expectedSquares() + variance * level);
                precision += weights[k] * lambda * level;
                linear += weights[k] * lambda * paths[k].expectedLevel();
            }
            mu = new Normal(linear / precision, 1 / precision);
            variance = mu.variance();
        }
        double first = 0;
        double second = 0;
        for (int k = 0; k < paths.length; k++) {
            first += weights[k] * NODES[k];
            second += weights[k] * NODES[k] * NODES[k];
        }
        double ratio = Math.sqrt(Math.max(second - first * first, 0.1));
        if (Math.abs(first) > 1) {
            // The nodes hold little of q(φ): the parabola through the inner ones tells where it is and how wide.
            double slope = (heights[MIDDLE + 1] - heights[MIDDLE - 1]) / (2 * NODES[MIDDLE + 1]);
            double bend = (heights[MIDDLE - 1] - 2 * heights[MIDDLE] + heights[MIDDLE + 1])
                    / (NODES[MIDDLE + 1] * NODES[MIDDLE + 1]);
            ratio = bend < 0 ? Math.max(0.5, 1 / Math.sqrt(-bend)) : 2;
            first = bend < 0 ? Math.max(-MOST_SPREADS, Math.min(MOST_SPREADS, -slope / bend)) : first;
        }
        return new double[] {mu.mean(), centre + spread * first, Math.log(spread * Math.min(2, ratio))};
    }

    /** The weights of the nodes, given E[1/σ²] and the variance of μ. */
    private void weigh(double lambda, double variance) {
        double top = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < paths.length; k++) {
            double phi = phi(k);
            heights[k] = paths[k].lowerBound()
                    - 0.5 * lambda * variance * series.level(phi)
                    + priors.logDensityOfPhi(phi)
                    + 1.5 * Math.log(1 - phi * phi);
            weights[k] = heights[k] + LOG_WEIGHTS[k] + 0.5 * NODES[k] * NODES[k];
            top = Math.max(top, weights[k]);
        }
        double mass = 0;
        for (int k = 0; k < paths.length; k++) {
            weights[k] = Math.exp(weights[k] - top);
            mass += weights[k];
        }
        for (int k = 0; k < paths.length; k++) {
            weights[k] /= mass;
        }
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

    /**
     * By how much more than its optimum moves q(σ²) has to move to arrive where alternating between the factors leads: an error of log
     * E[1/σ²] shifts the others, these its optimum, and of the error a share is left, one over which it is.
     */
    double acceleration() {
        return acceleration;
    }

    /** Whether the fixed point was found. */
    boolean converged() {
        return converged;
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
