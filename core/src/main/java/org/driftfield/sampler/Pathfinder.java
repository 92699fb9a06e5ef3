package org.driftfield.sampler;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.driftfield.diagnostics.LogSum;
import org.driftfield.diagnostics.Psis;
import org.driftfield.driver.Run;
import org.driftfield.driver.Trace;
import org.driftfield.engine.Workers;
import org.driftfield.model.FreeModel;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.posterior.Resampling;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Pathfinder (Zhang, Carpenter, Gelman and Vehtari 2022): several L-BFGS climbs, on each the normal approximation with the
 * best lower bound, their draws weighted by the target and resampled. Quick, good where the posterior is near normal, and a
 * good start for chains and clouds anywhere. The weights are taken over the mixture of all paths, so that a path which
 * ended in a worse mode counts for what it is worth.
 */
public final class Pathfinder {
    /** A climb ends when a step gains less than this; what matters of a path lies before. */
    private static final double SMALL_GAIN = 1e-6;

    /** Nats below the best lower bound: a mode so far down holds a part in 10⁹ of the posterior. */
    private static final double WORTH_NOTHING = 20;

    private static final double ERRORS = 5;

    /** In nats; more would be seen in the weights. */
    private static final double LARGEST_ROUNDING = 0.01;

    /** Weights with a heavier tail have no mean: the paths say nothing. */
    private static final double LARGEST_KHAT = 1;

    private static final int START_TRIES = 100;
    private static final double START_RANGE = 2;

    private final PathfinderOptions options;
    private final int d;
    private final List<Path> paths;
    private final List<Place> places;
    /** All proposals, one after the other, and their smoothed weights. */
    private final double[] proposals;

    private final Psis.Result weights;

    /**
     * What is kept of a climb.
     *
     * @param steps how many it made
     * @param mode where it ended
     * @param logDensity there
     * @param bound the lower bound of its best approximation
     * @param normal that approximation
     */
    private record Path(int steps, double[] mode, double logDensity, double bound, LowRankNormal normal) {}

    private Pathfinder(
            PathfinderOptions options,
            int d,
            List<Path> paths,
            List<Place> places,
            double[] proposals,
            Psis.Result weights) {
        this.places = List.copyOf(places);
        this.options = options;
        this.d = d;
        this.paths = paths;
        this.proposals = proposals;
        this.weights = weights;
    }

    /** Runs all paths, from points uniform on (-2, 2) on the free scale. */
    public static Pathfinder of(FreeModel model, PathfinderOptions options) {
        return of(model::evaluator, model.dimension(), options);
    }

    /** The same for a density of which each thread gets an evaluator of its own. */
    public static Pathfinder of(Supplier<FreeModel.Evaluator> evaluators, int dimension, PathfinderOptions options) {
        Path[] found = new Path[options.paths()];
        double[][] drawn = new double[options.paths()][];
        double[][] targets = new double[options.paths()][];
        try (Workers workers = new Workers(Math.min(options.threads(), options.paths()))) {
            workers.forEach(options.paths(), 1, (worker, from, to) -> {
                FreeModel.Evaluator density = evaluators.get();
                for (int p = from; p < to; p++) {
                    found[p] = climb(density, dimension, options, p);
                    if (found[p] != null) {
                        drawn[p] = new double[options.proposals() * dimension];
                        targets[p] = propose(density, found[p].normal(), options, p, drawn[p]);
                    }
                }
            });
        }
        int[] alive =
                IntStream.range(0, found.length).filter(p -> found[p] != null).toArray();
        require(
                alive.length > 0,
                "the log density must be finite somewhere near the origin of the free scale, got none at %d random points;"
                        + " give starting points",
                START_TRIES * options.paths());
        List<Path> paths = Arrays.stream(found).filter(Objects::nonNull).toList();
        int n = options.proposals();
        double[] proposals = new double[alive.length * n * dimension];
        double[] logRatios = new double[alive.length * n];
        double[] point = new double[dimension];
        double[] parts = new double[alive.length];
        List<Place> places = new ArrayList<>();
        for (int a = 0; a < alive.length; a++) {
            System.arraycopy(drawn[alive[a]], 0, proposals, a * n * dimension, n * dimension);
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < n; i++) {
                System.arraycopy(drawn[alive[a]], i * dimension, point, 0, dimension);
                for (int b = 0; b < parts.length; b++) {
                    parts[b] = paths.get(b).normal().logDensity(point);
                }
                logRatios[a * n + i] = targets[alive[a]][i] - LogSum.exp(parts);
                double gain = targets[alive[a]][i] - parts[a];
                sum += gain;
                squares += gain * gain;
            }
            double bound = sum / n;
            places.add(new Place(
                    paths.get(a).normal().mean().clone(),
                    bound,
                    Math.sqrt(Math.max(0, squares / n - bound * bound) / n)));
        }
        return new Pathfinder(options, dimension, paths, places, proposals, Psis.smooth(logRatios));
    }

    /** The posterior of a model by Pathfinder. */
    public static Posterior fit(FreeModel model, PathfinderOptions options) {
        long from = System.nanoTime();
        Pathfinder found = of(model, options);
        double[] draws = found.draws();
        double seconds = (System.nanoTime() - from) / 1e9;
        Run run = new Run(
                Trace.of(List.of(Trace.ITERATION), new double[0]),
                draws,
                options.draws(),
                1,
                found.steps(),
                true,
                "made " + found.paths.size() + " paths",
                seconds);
        return Posterior.of(
                        model,
                        Posterior.Kind.INDEPENDENT,
                        run,
                        options.threads(),
                        List.of(),
                        Provenance.here(
                                Method.PATHFINDER, options.withThreads(1).toString(), options.seed(), seconds))
                .withResampling(found.resampling());
    }

    private static Path climb(FreeModel.Evaluator density, int d, PathfinderOptions options, int number) {
        double[] start = start(density, d, options, number);
        if (start == null) {
            return null;
        }
        Best best = new Best(density, d, options, number);
        Lbfgs climb = new Lbfgs(density, options.memory(), start);
        best.at(climb, null);
        int steps = climb.climb(options.iterations(), SMALL_GAIN, best);
        return best.normal == null
                ? null
                : new Path(steps, climb.position().clone(), climb.value(), best.bound, best.normal);
    }

    private static double[] start(FreeModel.Evaluator density, int d, PathfinderOptions options, int number) {
        RandomStream random = RandomStream.of(options.seed(), 0, StreamKeys.PATHFINDER_START, number);
        double[] z = new double[d];
        double[] gradient = new double[d];
        for (int attempt = 0; attempt < START_TRIES; attempt++) {
            for (int j = 0; j < d; j++) {
                z[j] = START_RANGE * (2 * random.nextDouble() - 1);
            }
            if (Double.isFinite(density.evaluate(z, gradient))
                    && Arrays.stream(gradient).allMatch(Double::isFinite)) {
                return z;
            }
        }
        return null;
    }

    /** Watches a climb for the normal with the best lower bound. */
    private static final class Best implements Lbfgs.Visitor {
        private final FreeModel.Evaluator density;
        private final PathfinderOptions options;
        private final int number;
        private final double[] diagonal;
        private final double[] point;
        private final double[] ignored;
        private final RandomStream random = RandomStream.of(0, 0, 0, 0);
        private int seen;
        private double bound = Double.NEGATIVE_INFINITY;
        private LowRankNormal normal;

        Best(FreeModel.Evaluator density, int d, PathfinderOptions options, int number) {
            this.density = density;
            this.options = options;
            this.number = number;
            diagonal = new double[d];
            Arrays.fill(diagonal, 1);
            point = new double[d];
            ignored = new double[d];
        }

        @Override
        public void at(Lbfgs climb, Lbfgs.Pair pair) {
            if (pair != null) {
                renew(pair.move(), pair.bend());
            }
            LowRankNormal candidate = LowRankNormal.of(climb.position(), climb.gradient(), diagonal, climb.pairs());
            seen++;
            if (candidate == null) {
                return;
            }
            random.reset(options.seed(), seen, StreamKeys.PATHFINDER_BOUND, number);
            double sum = 0;
            for (int k = 0; k < options.boundDraws(); k++) {
                double exact = candidate.sample(random, point);
                // In the neck of a funnel a covariance can be so near singular that its density is all rounding.
                if (!(Math.abs(candidate.logDensity(point) - exact) <= LARGEST_ROUNDING) && normal != null) {
                    return;
                }
                sum += density.evaluate(point, ignored) - exact;
            }
            double estimate = sum / options.boundDraws();
            // The first candidate is kept whatever it is worth, so that a path is never without one.
            if (estimate > bound || normal == null) {
                bound = Double.isNaN(estimate) ? Double.NEGATIVE_INFINITY : estimate;
                normal = candidate;
            }
        }

        /** The diagonal of the inverse curvature by a new pair (Gilbert and Lemaréchal 1989, as in the paper's Algorithm 3). */
        private void renew(double[] move, double[] bend) {
            double a = 0;
            double b = 0;
            double c = 0;
            for (int j = 0; j < move.length; j++) {
                a += bend[j] * diagonal[j] * bend[j];
                b += bend[j] * move[j];
                c += move[j] / diagonal[j] * move[j];
            }
            for (int j = 0; j < move.length; j++) {
                double inverse = a / (b * diagonal[j])
                        + bend[j] * bend[j] / b
                        - a * move[j] * move[j] / (b * c * diagonal[j] * diagonal[j]);
                double value = 1 / inverse;
                if (value > 0 && value <= Double.MAX_VALUE) {
                    diagonal[j] = value;
                }
            }
        }
    }

    /** Fills {@code out} with draws of a path's normal; returns the log density of the target at each. */
    private static double[] propose(
            FreeModel.Evaluator density, LowRankNormal normal, PathfinderOptions options, int number, double[] out) {
        int n = options.proposals();
        int d = out.length / n;
        double[] point = new double[d];
        double[] ignored = new double[d];
        double[] values = new double[n];
        RandomStream random = RandomStream.of(options.seed(), 0, StreamKeys.PATHFINDER_DRAW, number);
        for (int i = 0; i < n; i++) {
            random.reset(options.seed(), i, StreamKeys.PATHFINDER_DRAW, number);
            normal.sample(random, point);
            System.arraycopy(point, 0, out, i * d, d);
            double value = density.evaluate(point, ignored);
            values[i] = value < Double.POSITIVE_INFINITY ? value : Double.NEGATIVE_INFINITY;
        }
        return values;
    }

    /** Draws on the free scale, coordinate j of draw i at {@code i * d + j}, resampled by weight: some may be equal. */
    public double[] draws() {
        int[] chosen = new int[options.draws()];
        double[] linear = Arrays.stream(weights.logWeights()).map(Math::exp).toArray();
        Weights.resample(linear, RandomStream.of(options.seed(), 0, StreamKeys.RESAMPLING, 0), chosen);
        return rows(chosen);
    }

    /** Different draws on the free scale, preferred by weight: where chains or particles may start. */
    public double[] starts(int number) {
        int all = weights.logWeights().length;
        require(number >= 1 && number <= all, "starting points must be between 1 and %d, got %d", all, number);
        // The largest of log weight + Gumbel noise are a weighted sample without replacement.
        double[] keys = new double[all];
        RandomStream random = RandomStream.of(options.seed(), 0, StreamKeys.RESAMPLING, 1);
        for (int i = 0; i < all; i++) {
            keys[i] = weights.logWeights()[i] - Math.log(-Math.log(random.nextDouble()));
        }
        return rows(IntStream.range(0, all)
                .boxed()
                .sorted((a, b) -> Double.compare(keys[b], keys[a]))
                .limit(number)
                .mapToInt(Integer::intValue)
                .toArray());
    }

    private double[] rows(int[] chosen) {
        double[] out = new double[chosen.length * d];
        for (int i = 0; i < chosen.length; i++) {
            System.arraycopy(proposals, chosen[i] * d, out, i * d, d);
        }
        return out;
    }

    /** What the weights of the proposals are worth. */
    public Resampling resampling() {
        return new Resampling(weights.logWeights().length, weights.kHat(), weights.effectiveSampleSize());
    }

    /** The best point that any path found, on the free scale. */
    public double[] mode() {
        Path best = paths.get(0);
        for (Path path : paths) {
            best = path.logDensity() > best.logDensity() ? path : best;
        }
        return best.mode().clone();
    }

    /**
     * Where a path found its best normal approximation.
     *
     * @param centre its mean, on the free scale
     * @param bound its lower bound of the log evidence, by its proposals
     * @param error the standard error of that
     */
    public record Place(double[] centre, double bound, double error) {}

    /** The place of each path. */
    public List<Place> places() {
        return places;
    }

    /** The approximation with the best lower bound, or, where none is of any use, the standard normal. */
    LowRankNormal bestNormal() {
        if (tells()) {
            return paths.get(bestPlace()).normal();
        }
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        return LowRankNormal.of(new double[d], new double[d], ones, List.of());
    }

    private boolean tells() {
        return weights.kHat() <= LARGEST_KHAT;
    }

    private int bestPlace() {
        int best = 0;
        for (int p = 1; p < places.size(); p++) {
            best = places.get(p).bound() > places.get(best).bound() ? p : best;
        }
        return best;
    }

    /** The middle of the best approximation, on the free scale. */
    public double[] middle() {
        return places.get(bestPlace()).centre().clone();
    }

    /**
     * Whether chains from random points may get stuck: the approximation of some path is worth nothing beside the best, by
     * more than its own error explains, and the best ones are of use.
     */
    public boolean somePathsGotStuck() {
        Place best = places.get(bestPlace());
        return tells()
                && places.stream()
                        .anyMatch(place -> !(place.bound() + ERRORS * place.error() > best.bound() - WORTH_NOTHING));
    }

    /** Steps of all paths. */
    public int steps() {
        return paths.stream().mapToInt(Path::steps).sum();
    }
}
