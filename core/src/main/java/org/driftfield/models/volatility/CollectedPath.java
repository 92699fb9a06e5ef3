package org.driftfield.models.volatility;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.diagnostics.Quantiles;
import org.driftfield.driver.State;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Kernels;
import org.driftfield.meanfield.Kept;
import org.driftfield.meanfield.Marginals;
import org.driftfield.meanfield.MeanField;
import org.driftfield.model.Parameter;
import org.driftfield.model.Variable;

/**
 * What is kept of a mean field over the volatility model: all draws of the three parameters, and of the log variances, which
 * are many, only what they say of the volatility at each time. The mean and the quantiles are those of each cloud, averaged
 * over some of the clouds collected.
 */
final class CollectedPath implements Kept {
    /** The columns that are added to the trace: mean and standard deviation of each parameter. */
    static final String LOG_SIGMA2 = "mean.log_sigma2";

    static final String LOG_SIGMA2_SD = "sd.log_sigma2";
    /** What the particles remember of the parameters they started from: the largest correlation of then and now. */
    static final String MEMORY = "memory.parameters";

    /** How far log σ² is from its fixed point, told by its own update; NaN for a cloud, which has no closed form. */
    static final String RESIDUAL = "residual.log_sigma2";

    private static final List<String> COLUMNS =
            List.of("mean.mu", "mean.phi", LOG_SIGMA2, LOG_SIGMA2_SD, MEMORY, RESIDUAL);
    private static final double[] LEVELS = {0.05, 0.5, 0.95};

    /** Clouds collected one soon after the other say much the same of the path: so many of them are looked at. */
    private static final int PATHS = 5;

    /** So many neighbouring times are looked at together, since they share lines of the cache. */
    private static final int TIMES = 8;

    private final MeanField field;
    private final List<Parameter> parameters;
    private final int[] scalars;
    private final PathReader reader;
    private final int size;
    private final int times;
    private final int particles;
    private final int every;

    /** A particle further below the middle one than this, in distances from there to the lower sixth, is stray. */
    private static final double STRAY = 8;

    /** How many clouds were collected, of how many the path was looked at, and the stray particles of the last. */
    private final double[] clouds = {0, 0, 0};

    /** The parameters of each particle at the start, on the unconstrained scale. */
    private final double[] start;

    /** Sums over these of the mean and the quantiles; the last log variance of each draw. */
    private final double[] sums;

    private final double[] last;

    /**
     * Keeps of the given mean field.
     *
     * @param parameters the parameters that are kept, μ, φ and σ² first
     * @param scalars their coordinates
     * @param size how many times of the path are summarised, from the first on
     * @param times how many times the path has
     * @param collect how many clouds will be collected
     */
    CollectedPath(
            MeanField field,
            List<Parameter> parameters,
            int[] scalars,
            PathReader reader,
            int size,
            int times,
            int collect) {
        this.field = field;
        this.parameters = parameters;
        this.scalars = scalars;
        this.reader = reader;
        this.size = size;
        this.times = times;
        this.particles = field.units();
        this.every = (collect + PATHS - 1) / PATHS;
        this.sums = new double[(1 + LEVELS.length) * size];
        this.last = new double[particles * collect];
        this.start = unconstrained();
        field.state()
                .put("path.clouds", clouds)
                .put("path.sums", sums)
                .put("path.last", last)
                .put("path.start", start);
    }

    @Override
    public List<Variable> variables() {
        return parameters.stream().map(Parameter::variable).toList();
    }

    @Override
    public void draws(double[] out, int at) {
        double[] x = reader.read(field.marginals(), field.workers());
        int d = x.length / particles;
        for (int i = 0; i < particles; i++) {
            for (int j = 0; j < scalars.length; j++) {
                out[at + i * scalars.length + j] = x[i * d + scalars[j]];
            }
        }
        if (collected() % every == 0) {
            look(x, d);
        }
        for (int i = 0; i < particles; i++) {
            last[collected() * particles + i] = reader.last(x, i * d, d);
        }
        clouds[0]++;
        if (collected() * particles == last.length) {
            clouds[2] = strays(logDensities());
        }
    }

    private double[] logDensities() {
        double[] draws = field.marginals().draws();
        int d = draws.length / particles;
        double[] values = new double[particles];
        field.workers().forEach(particles, TIMES, (worker, from, to) -> {
            double[] gradient = new double[d];
            for (int i = from; i < to; i++) {
                values[i] = reader.logDensity(Arrays.copyOfRange(draws, i * d, (i + 1) * d), gradient);
            }
        });
        return values;
    }

    /**
     * How many particles have a log density that is impossible under the cloud: those of a settled one lie within a few standard
     * deviations of the middle, of which the distance to the lower sixth is one.
     */
    static int strays(double[] logDensities) {
        double[] sorted = logDensities.clone();
        Arrays.sort(sorted);
        double middle = Quantiles.ofSorted(sorted, 0.5);
        double lowest = middle - STRAY * (middle - Quantiles.ofSorted(sorted, 1.0 / 6));
        return (int) Arrays.stream(sorted).filter(value -> !(value >= lowest)).count();
    }

    /** The stray particles of the last cloud collected. */
    int strays() {
        return (int) clouds[2];
    }

    /** The parameters of all particles on the unconstrained scale, parameter by parameter. */
    private double[] unconstrained() {
        double[] draws = field.marginals().draws();
        int d = draws.length / particles;
        double[] z = new double[scalars.length * particles];
        for (int j = 0; j < scalars.length; j++) {
            for (int i = 0; i < particles; i++) {
                z[j * particles + i] = parameters.get(j).support().unconstrain(draws[i * d + scalars[j]]);
            }
        }
        return z;
    }

    private double memory() {
        double[] now = unconstrained();
        double largest = 0;
        for (int j = 0; j < scalars.length; j++) {
            largest = Math.max(largest, correlation(start, now, j * particles, particles));
        }
        return largest;
    }

    private static double correlation(double[] a, double[] b, int at, int n) {
        double meanA = Kernels.sum(a, at, n) / n;
        double meanB = Kernels.sum(b, at, n) / n;
        double squaresA = 0;
        double squaresB = 0;
        double products = 0;
        for (int i = at; i < at + n; i++) {
            squaresA += (a[i] - meanA) * (a[i] - meanA);
            squaresB += (b[i] - meanB) * (b[i] - meanB);
            products += (a[i] - meanA) * (b[i] - meanB);
        }
        return squaresA > 0 && squaresB > 0 ? products / Math.sqrt(squaresA * squaresB) : 1;
    }

    private void look(double[] x, int d) {
        int first = d - times;
        field.workers().forEach(size, TIMES, (worker, from, to) -> {
            double[][] volatility = new double[to - from][particles];
            double[] quantiles = new double[LEVELS.length];
            for (int i = 0; i < particles; i++) {
                for (int t = from; t < to; t++) {
                    volatility[t - from][i] = 0.5 * x[i * d + first + t];
                }
            }
            for (int t = from; t < to; t++) {
                double[] own = volatility[t - from];
                Kernels.exp(own, 0, own, 0, particles);
                sums[t] += Kernels.sum(own, 0, particles) / particles;
                Quantiles.select(own, LEVELS, quantiles);
                for (int q = 0; q < LEVELS.length; q++) {
                    sums[(q + 1) * size + t] += quantiles[q];
                }
            }
        });
        clouds[1]++;
    }

    private int collected() {
        return (int) clouds[0];
    }

    /** The path, from the clouds collected. */
    VolatilityPath path() {
        double[][] parts = new double[1 + LEVELS.length][];
        for (int p = 0; p < parts.length; p++) {
            parts[p] = Arrays.stream(sums, p * size, (p + 1) * size)
                    .map(sum -> sum / clouds[1])
                    .toArray();
        }
        return new VolatilityPath(parts[0], parts[1], parts[2], parts[3]);
    }

    /** Paths of the last cloud collected: earlier ones are not kept. */
    PathDraws paths(int most) {
        double[] x;
        // Those of the run have gone home.
        try (Workers workers = new Workers(1)) {
            x = reader.read(field.marginals(), workers);
        }
        int d = x.length / particles;
        int[] names = new int[particles];
        Arrays.setAll(names, i -> (collected() - 1) * particles + i);
        return PathDraws.among(
                        particles, most, (i, out) -> System.arraycopy(x, (i + 1) * d - times, out, 0, size), size)
                .renamed(names);
    }

    /** The last log variance of each draw. */
    double[] last() {
        return Arrays.copyOf(last, collected() * particles);
    }

    @Override
    public List<String> traceColumns() {
        List<String> columns = new ArrayList<>(field.traceColumns());
        columns.addAll(COLUMNS);
        return columns;
    }

    @Override
    public void trace(long iteration, double[] row) {
        Marginals all = field.marginals();
        double[] rest = new double[row.length - COLUMNS.size()];
        field.trace(iteration, rest);
        System.arraycopy(rest, 0, row, 0, rest.length);
        double mean = all.expect(scalars[2], Math::log);
        double square = all.expect(scalars[2], s -> Math.pow(Math.log(s) - mean, 2));
        double[] draws = all.draws();
        int d = draws.length / particles;
        double level = 0;
        for (int i = 0; i < particles; i++) {
            level += reader.level(draws, i * d) / particles;
        }
        row[rest.length] = level;
        row[rest.length + 1] = all.mean(scalars[1]);
        row[rest.length + 2] = mean;
        row[rest.length + 3] = Math.sqrt(square);
        row[rest.length + 4] = memory();
        row[rest.length + 5] = reader.residual();
    }

    @Override
    public int units() {
        return particles;
    }

    @Override
    public State state() {
        return field.state();
    }

    @Override
    public void restored() {
        field.restored();
    }

    @Override
    public void step(long iteration) {
        field.step(iteration);
    }

    @Override
    public void freeze() {
        field.freeze();
    }
}
