package org.driftfield.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.driftfield.diagnostics.EffectiveSampleSize;
import org.driftfield.driver.Progress;
import org.driftfield.driver.Session;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;
import org.driftfield.sampler.Metric;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.driftfield.stan.StanProgram;

/**
 * What a gradient is worth in effective draws, to the moves of a cloud and to the No-U-Turn sampler, once they are tuned: a table in
 * Markdown. Arguments: a seed (default 1), the folders of programs and of references as {@link StanAccuracy} takes them (without
 * them four targets are left out), and, to see only some targets, a part of their names.
 *
 * <p>Looked at are the normal scores of each coordinate, and those of its distance from the median, which squares would be without
 * their heavy tails; the worst of all counts. A draw is worth 1/τ with the integrated autocorrelation time τ. For chains τ comes from
 * their autocorrelations. Particles are independent replications: the variance over particles of the sum of T moves grows by
 * τ a move, and by how much it grows from the first half of the run to the whole gives τ without the draws that the cloud was
 * to begin with.
 */
public final class MoveStudy {
    private static final int CHAINS = 8;
    private static final int MOVES = 200;
    private static final int MOST_NUMBERS = 40_000_000;

    private final long seed;
    private final String wanted;
    private int targets;
    private int won;

    private MoveStudy(long seed, String wanted) {
        this.seed = seed;
        this.wanted = wanted;
    }

    /** Prints the table. */
    public static void main(String[] args) {
        new MoveStudy(args.length > 0 ? Long.parseLong(args[0]) : 1, args.length > 3 ? args[3] : "")
                .run(args.length > 2 ? Path.of(args[1]) : null, args.length > 2 ? Path.of(args[2]) : null);
    }

    private void run(Path programs, Path references) {
        say("| target | cloud: draws a gradient | gradients a move | to settle | nuts: draws a gradient"
                + " | gradients a move | to settle | ratio |%n|---|---|---|---|---|---|---|---|%n");
        for (int d : new int[] {10, 100, 1000}) {
            one(d + " normals, neighbours correlated by 0.9", new KnownTargets.Chain(d, 0.9));
        }
        one("banana, bend 2", new KnownTargets.Banana(2));
        one("funnel 3, centred", new KnownTargets.Funnel(3, true));
        one("funnel 3, not centred", new KnownTargets.Funnel(3, false));
        one("eight schools", new KnownGroups.Schools(false));
        one("separation, prior sd 100", new KnownTargets.Separation(100));
        one("counts all zero", new KnownTargets.Zeros(10));
        if (programs != null) {
            for (String name : List.of(
                    "kidiq-kidscore_interaction", "mesquite-logmesquite", "garch-garch11", "gp_pois_regr-gp_regr")) {
                Path program = programs.resolve(name.substring(name.indexOf('-') + 1) + ".stan");
                one(
                        name,
                        StanProgram.read(program).with(references.resolve(name).resolve("data.json")));
            }
        }
        say("%nThe cloud's moves are worth at least those of NUTS on %d of %d targets.%n", won, targets);
    }

    private void one(String name, FreeModel model) {
        if (!name.contains(wanted)) {
            return;
        }
        Counted cloudModel = new Counted(model);
        int d = model.dimension();
        int particles = Math.min(1000, MOST_NUMBERS / (MOVES * d));
        PmfvbOptions options = PmfvbOptions.defaults()
                .withSeed(seed)
                .withThreads(1)
                .withParticles(particles)
                .withBoundEvery(1, 0)
                .withCollect(MOVES, 1);
        Posterior cloud = Pmfvb.fit(cloudModel, options, cloudModel.session());
        double cloudMove = (double) cloudModel.collecting() / ((long) MOVES * particles);
        double cloudWorth = worst(cloud, d, MoveStudy::worthOfMoves) / cloudMove;
        Counted chainModel = new Counted(model);
        NutsOptions chains =
                NutsOptions.defaults(seed).withThreads(1).withChains(CHAINS).withMetric(Metric.suited(d));
        Posterior nuts = Nuts.fit(chainModel, chains, chainModel.session());
        double draws = (double) CHAINS * chains.draws();
        double nutsMove = chainModel.collecting() / draws;
        double nutsWorth = worst(nuts, d, scores -> EffectiveSampleSize.mean(scores) / draws) / nutsMove;
        targets++;
        won += cloudWorth >= nutsWorth ? 1 : 0;
        say(
                "| %s | %.4f | %.1f | %d | %.4f | %.1f | %d | %.2f |%n",
                name,
                cloudWorth,
                cloudMove,
                cloudModel.settling() / particles,
                nutsWorth,
                nutsMove,
                chainModel.settling() / CHAINS,
                cloudWorth / nutsWorth);
    }

    /** What one move is worth for the worst coordinate and the worst distance from the median. */
    private static double worst(Posterior posterior, int d, Worth worth) {
        int units = posterior.units();
        double[][] columns = new double[d][posterior.size()];
        double[] z = new double[d];
        for (int i = 0; i < posterior.size(); i++) {
            posterior.freeDraw(i, z);
            for (int j = 0; j < d; j++) {
                columns[j][i] = z[j];
            }
        }
        double worst = Double.POSITIVE_INFINITY;
        for (double[] column : columns) {
            double[] sorted = column.clone();
            Arrays.sort(sorted);
            double median = sorted[sorted.length / 2];
            for (DoubleUnaryOperator of : List.<DoubleUnaryOperator>of(x -> x, x -> Math.abs(x - median))) {
                worst = Math.min(worst, worth.of(normalScores(column, of, units)));
            }
        }
        return worst;
    }

    /** What one move of the units whose scores these are is worth. */
    private interface Worth {
        double of(double[][] scores);
    }

    /** Normal scores by the ranks among all draws; equal draws, as of a particle that stayed, share the mean of theirs. */
    private static double[][] normalScores(double[] column, DoubleUnaryOperator of, int units) {
        int n = column.length;
        double[] values = Arrays.stream(column).map(of).toArray();
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double[][] scores = new double[units][n / units];
        NormalDistribution normal = NormalDistribution.of(0, 1);
        double[] scoreAt = new double[n];
        for (int first = 0; first < n; ) {
            int end = first;
            while (end < n && sorted[end] == sorted[first]) {
                end++;
            }
            double score = normal.inverseCumulativeProbability(((first + end) / 2.0 + 0.125) / (n + 0.25));
            Arrays.fill(scoreAt, first, end, score);
            first = end;
        }
        for (int i = 0; i < n; i++) {
            scores[i % units][i / units] = scoreAt[Arrays.binarySearch(sorted, values[i])];
        }
        return scores;
    }

    /** 1/τ: the variance of scores over what the variance of their sum over moves grows by in one. */
    private static double worthOfMoves(double[][] scores) {
        int moves = scores[0].length;
        double single = Arrays.stream(scores)
                        .mapToDouble(own -> Arrays.stream(own).map(x -> x * x).sum())
                        .sum()
                / ((double) scores.length * moves);
        double growth = (varianceOfSums(scores, moves) - varianceOfSums(scores, moves / 2)) / (moves - moves / 2);
        return single / growth;
    }

    /** Over particles, of the sum over so many moves; of the first and of the last so many. */
    private static double varianceOfSums(double[][] scores, int moves) {
        double variance = 0;
        for (int from : new int[] {0, scores[0].length - moves}) {
            double[] sums = Arrays.stream(scores)
                    .mapToDouble(own -> IntStream.range(from, from + moves)
                            .mapToDouble(t -> own[t])
                            .sum())
                    .toArray();
            double mean = Arrays.stream(sums).average().orElseThrow();
            variance += Arrays.stream(sums).map(s -> (s - mean) * (s - mean)).sum() / (sums.length - 1) / 2;
        }
        return variance;
    }

    private static void say(String text, Object... values) {
        System.out.printf(Locale.ROOT, text, values);
    }

    /** A model that counts how often its density is evaluated. */
    private static final class Counted implements FreeModel {
        private final FreeModel model;
        private final LongAdder count = new LongAdder();
        private long settled;
        private long ended;

        Counted(FreeModel model) {
            this.model = model;
        }

        /** Notes the count when settling ends and after each move that is collected; checks after the run are not counted. */
        Session session() {
            return Session.NONE.watchedBy(event -> {
                if (event.phase() == Progress.Phase.SETTLING) {
                    settled = count.sum();
                }
                ended = count.sum();
            });
        }

        long settling() {
            return settled;
        }

        long collecting() {
            return ended - settled;
        }

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public List<String> freeNames() {
            return model.freeNames();
        }

        @Override
        public int[] coordinates(String name) {
            return model.coordinates(name);
        }

        @Override
        public Evaluator evaluator() {
            Evaluator own = model.evaluator();
            return (z, gradient) -> {
                count.increment();
                return own.evaluate(z, gradient);
            };
        }

        @Override
        public List<Variable> variables() {
            return model.variables();
        }

        @Override
        public Writer writer() {
            return model.writer();
        }

        @Override
        public String fingerprint() {
            return model.fingerprint();
        }

        @Override
        public boolean bounded(int coordinate) {
            return model.bounded(coordinate);
        }

        @Override
        public String describe(int coordinate, double z) {
            return model.describe(coordinate, z);
        }
    }
}
