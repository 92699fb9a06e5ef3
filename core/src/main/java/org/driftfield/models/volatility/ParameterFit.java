package org.driftfield.models.volatility;

import java.util.Arrays;
import org.driftfield.engine.Workers;
import org.driftfield.model.ParameterSpace;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/**
 * A first answer: p(θ | y) with the path integrated out by Laplace's method at each θ (Tierney and Kadane 1986, Rue, Martino and
 * Chopin 2009). Its mode is found by Newton's method with a damping that only ever goes uphill; then points around it are weighted by it, so
 * that what is skewed or has a long tail is seen. Everything is linear in the length of the series.
 */
final class ParameterFit {
    private static final int MOST_STEPS = 60;
    private static final double SMALL_GAIN = 1e-3;
    private static final double FIRST_DAMPING = 0.1;
    private static final double MOST_DAMPING = 1e8;
    private static final double LARGEST_MOVE = 1.5;

    /** Widths of the differences, in units of a rough standard error, but never more than this for an unbounded scale. */
    private static final double WIDTH = 0.3;

    /** Points that are weighted: so many, but fewer when the series is long. */
    private static final int POINTS = 1000;

    private static final int FEWEST_POINTS = 200;
    private static final int POINT_TIMES = 2_000_000;
    private static final int DEGREES = 5;
    private static final double EVEN = 0.3;
    private static final int ROUNDS = 3;
    private static final int CHUNK = 8;

    private final PathLikelihood model;
    private final ParameterSpace space;
    private LevelScale level;
    private final PathMode path;
    private final int p;
    private final double[] mode;
    private final double[] scale;
    private final double[] reference;
    private boolean converged;
    private final double[] points;
    private final double[] cumulated;
    private double[] covariance;
    private double evenness;

    /**
     * Fits from a given start.
     *
     * @param start plausible values of the parameters
     */
    ParameterFit(PathLikelihood model, double[] start) {
        this(model, start, 1);
    }

    /** The same by so many threads; their number changes nothing. */
    ParameterFit(PathLikelihood model, double[] start, int threads) {
        this.model = model;
        this.space = ParameterSpace.of(model.spec.parameters());
        this.level = LevelScale.of(model, model.level());
        this.p = space.dimension();
        this.path = new PathMode(model);
        this.scale = model.scales();
        this.mode = free(start);
        path.guess(start, model.levels());
        climb();
        double[] found = mode();
        level = level.around(found[VolatilitySpec.MU], found[VolatilitySpec.PHI], found[VolatilitySpec.SIGMA2]);
        System.arraycopy(free(found), 0, mode, 0, p);
        climb();
        this.reference = new double[model.times];
        logDensity(mode);
        System.arraycopy(path.deviations(), 0, reference, 0, reference.length);
        int n = Math.max(FEWEST_POINTS, Math.min(POINTS, POINT_TIMES / model.times));
        this.points = new double[n * p];
        this.cumulated = new double[n];
        double[] centre = mode.clone();
        for (int round = 0; round < ROUNDS; round++) {
            weigh(centre, round, threads);
            if (evenness >= EVEN) {
                break;
            }
        }
    }

    /** log p(θ | y) by Laplace's method, on the scale of the search, without its constant. */
    private double logDensity(double[] z) {
        return logDensity(z, path);
    }

    private double logDensity(double[] z, PathMode path) {
        double[] theta = new double[p];
        parameters(z, 0, theta);
        double jacobian = level.logJacobian(theta[VolatilitySpec.PHI], theta[VolatilitySpec.SIGMA2]);
        for (int j = 1; j < p; j++) {
            jacobian += space.support(j).logJacobian(z[j]);
            if (!space.support(j).contains(theta[j])) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        return path.logMarginal(theta) + jacobian;
    }

    /** The parameters at a point of the search, where μ is in the coordinate of its {@link LevelScale}. */
    void parameters(double[] z, int at, double[] theta) {
        space.constrain(z, at, theta, 0);
        theta[VolatilitySpec.MU] = level.mu(z[at], theta[VolatilitySpec.PHI], theta[VolatilitySpec.SIGMA2]);
    }

    private double[] free(double[] theta) {
        double[] z = space.unconstrain(theta);
        z[0] = level.u(theta[VolatilitySpec.MU], theta[VolatilitySpec.PHI], theta[VolatilitySpec.SIGMA2]);
        return z;
    }

    /** Damped Newton steps; the damping grows until a step goes uphill. */
    private void climb() {
        double value = logDensity(mode);
        double damping = FIRST_DAMPING;
        double[] gradient = new double[p];
        DMatrixRMaj curvature = new DMatrixRMaj(p, p);
        double gain = Double.POSITIVE_INFINITY;
        boolean moved = true;
        for (int step = 0; step < MOST_STEPS; step++) {
            if (moved) {
                path.keep();
                differences(value, gradient, curvature);
            }
            double[] move = solve(gradient, curvature, damping);
            gain = 0;
            for (int j = 0; j < p; j++) {
                gain += 0.5 * move[j] * gradient[j];
            }
            double[] tried = mode.clone();
            double longest = 0;
            for (int j = 0; j < p; j++) {
                longest = Math.max(longest, Math.abs(move[j]) / Math.max(1, 3 * scale[j]));
            }
            double shorten = Math.min(1, LARGEST_MOVE / longest);
            for (int j = 0; j < p; j++) {
                tried[j] += shorten * move[j];
            }
            double there = logDensity(tried);
            moved = there > value;
            if (moved) {
                System.arraycopy(tried, 0, mode, 0, p);
                value = there;
                damping *= 0.1;
            } else {
                damping *= 10;
            }
            if ((Math.abs(gain) < SMALL_GAIN && (damping <= FIRST_DAMPING || !moved)) || damping > MOST_DAMPING) {
                break;
            }
        }
        converged = gain < SMALL_GAIN;
        differences(value, gradient, curvature);
        covariance = inverse(curvature);
    }

    /** The gradient, and the negative of the matrix of second derivatives, by central differences. */
    private void differences(double value, double[] gradient, DMatrixRMaj curvature) {
        double[] z = mode.clone();
        for (int j = 0; j < p; j++) {
            double width = WIDTH * scale[j];
            z[j] = mode[j] + width;
            double up = logDensity(z);
            z[j] = mode[j] - width;
            double down = logDensity(z);
            z[j] = mode[j];
            gradient[j] = (up - down) / (2 * width);
            curvature.set(j, j, -(up - 2 * value + down) / (width * width));
            for (int k = 0; k < j; k++) {
                double sum = 0;
                for (int corner = 0; corner < 4; corner++) {
                    int a = corner < 2 ? 1 : -1;
                    int b = corner % 2 == 0 ? 1 : -1;
                    z[j] = mode[j] + a * width;
                    z[k] = mode[k] + b * WIDTH * scale[k];
                    sum += a * b * logDensity(z);
                }
                z[j] = mode[j];
                z[k] = mode[k];
                double mixed = -sum / (4 * width * WIDTH * scale[k]);
                curvature.set(j, k, mixed);
                curvature.set(k, j, mixed);
            }
        }
    }

    private double[] solve(double[] gradient, DMatrixRMaj curvature, double damping) {
        for (double more = damping; ; more = Math.max(10 * more, 1e-3)) {
            DMatrixRMaj damped = curvature.copy();
            for (int j = 0; j < p; j++) {
                damped.add(j, j, more / (scale[j] * scale[j]));
            }
            CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(p, true);
            if (cholesky.decompose(damped.copy())) {
                DMatrixRMaj move = new DMatrixRMaj(p, 1);
                CommonOps_DDRM.solve(damped, new DMatrixRMaj(p, 1, true, gradient.clone()), move);
                return move.data;
            }
            if (!(more < 1e12)) {
                return new double[p];
            }
        }
    }

    /** The inverse; of a matrix that is not positive definite, of one that has just enough added to its diagonal. */
    private double[] inverse(DMatrixRMaj curvature) {
        for (double more = 0.01; more < 1e12; more *= 10) {
            DMatrixRMaj damped = curvature.copy();
            for (int j = 0; j < p; j++) {
                damped.add(j, j, more / (scale[j] * scale[j]));
            }
            if (DecompositionFactory_DDRM.chol(p, true).decompose(damped.copy())) {
                CommonOps_DDRM.invert(damped);
                return damped.data;
            }
        }
        double[] diagonal = new double[p * p];
        for (int j = 0; j < p; j++) {
            diagonal[j * p + j] = scale[j] * scale[j];
        }
        return diagonal;
    }

    /** Draws points around the centre by a Student's t distribution, weighs them, and takes on their mean and covariance. */
    private void weigh(double[] centre, int round, int threads) {
        int n = cumulated.length;
        DMatrixRMaj factor = factor(covariance);
        PathMode[] modes = new PathMode[threads];
        try (Workers workers = new Workers(threads)) {
            workers.forEach(n, CHUNK, (worker, from, to) -> {
                if (modes[worker] == null) {
                    modes[worker] = new PathMode(model);
                    modes[worker].keep(reference);
                }
                for (int i = from; i < to; i++) {
                    double off = point(centre, factor, RandomStream.of(0, round, StreamKeys.VOLATILITY_POOL, i), i * p);
                    double log = logDensity(Arrays.copyOfRange(points, i * p, (i + 1) * p), modes[worker]) + off;
                    cumulated[i] = Double.isNaN(log) ? Double.NEGATIVE_INFINITY : log;
                }
            });
        }
        double largest = Arrays.stream(cumulated).max().orElseThrow();
        double total = 0;
        double totalSquares = 0;
        double[] mean = new double[p];
        double[] products = new double[p * p];
        for (int i = 0; i < n; i++) {
            double weight = Math.exp(cumulated[i] - largest);
            total += weight;
            totalSquares += weight * weight;
            cumulated[i] = total;
            for (int j = 0; j < p; j++) {
                mean[j] += weight * points[i * p + j];
                for (int k = 0; k <= j; k++) {
                    products[j * p + k] += weight * (points[i * p + j] - centre[j]) * (points[i * p + k] - centre[k]);
                }
            }
        }
        evenness = total * total / totalSquares / n;
        for (int j = 0; j < p; j++) {
            mean[j] /= total;
        }
        for (int j = 0; j < p; j++) {
            for (int k = 0; k <= j; k++) {
                double off = (mean[j] - centre[j]) * (mean[k] - centre[k]);
                covariance[j * p + k] = products[j * p + k] / total - off + (j == k ? 1e-6 * scale[j] * scale[j] : 0);
                covariance[k * p + j] = covariance[j * p + k];
            }
        }
        System.arraycopy(mean, 0, centre, 0, p);
    }

    /** Writes a point to {@code points[at …]}; returns minus its log density, without the constant. */
    private double point(double[] centre, DMatrixRMaj factor, RandomStream random, int at) {
        double[] white = new double[p];
        double chi = 0;
        for (int k = 0; k < DEGREES; k++) {
            double normal = random.nextNormal();
            chi += normal * normal;
        }
        double stretch = Math.sqrt(DEGREES / chi);
        double squares = 0;
        for (int j = 0; j < p; j++) {
            white[j] = stretch * random.nextNormal();
            squares += white[j] * white[j];
        }
        for (int j = 0; j < p; j++) {
            points[at + j] = centre[j];
            for (int k = 0; k <= j; k++) {
                points[at + j] += factor.get(j, k) * white[k];
            }
        }
        return 0.5 * (DEGREES + p) * Math.log1p(squares / DEGREES);
    }

    private DMatrixRMaj factor(double[] matrix) {
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(p, true);
        cholesky.decompose(new DMatrixRMaj(p, p, true, matrix.clone()));
        return cholesky.getT(null);
    }

    /** Whether the mode was found. */
    boolean converged() {
        return converged;
    }

    /** The share of the weighted points that is effective. */
    double evenness() {
        return evenness;
    }

    /** The mode on the parameters' own scale. */
    double[] mode() {
        double[] theta = new double[p];
        parameters(mode, 0, theta);
        return theta;
    }

    LevelScale level() {
        return level;
    }

    /** The covariance of θ on the scale of the search, row-major. */
    double[] covariance() {
        return covariance.clone();
    }

    /** The path at the mode. */
    double[] reference() {
        return reference;
    }

    /** Draws a point on the scale of the search. */
    void sample(RandomStream random, double[] z, int at) {
        int n = cumulated.length;
        double u = random.nextDouble() * cumulated[n - 1];
        int i = Arrays.binarySearch(cumulated, u);
        i = Math.min(n - 1, i < 0 ? -i - 1 : i + 1);
        System.arraycopy(points, i * p, z, at, p);
    }
}
