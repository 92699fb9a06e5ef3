package org.driftfield.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.driftfield.assessment.Assessment;
import org.driftfield.assessment.Check;
import org.driftfield.bench.KnownTargets.Truth;
import org.driftfield.driver.Session;
import org.driftfield.dynamics.Dynamics;
import org.driftfield.dynamics.Preconditioning;
import org.driftfield.dynamics.StepSchedule;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.Blocks;
import org.driftfield.meanfield.Pmfvb;
import org.driftfield.meanfield.PmfvbOptions;
import org.driftfield.model.Model;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.sampler.Laplace;
import org.driftfield.sampler.LaplaceOptions;
import org.driftfield.sampler.Metric;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.driftfield.sampler.Pathfinder;
import org.driftfield.sampler.PathfinderOptions;

/**
 * What the verdict says beside how far the answer is from the truth, for many targets and methods: a table in Markdown. The
 * promise is that no answer is called good that is off by more than 0.1 standard deviations in a mean or 10 % in a standard
 * deviation, and none is called bad that is within 0.05 and 5 %. Arguments: a seed (default 1) and, to see only some cases, a
 * part of their names. With {@code fresh} before that, 120 other targets, whose shapes are drawn at random by the seed.
 */
public final class VerdictStudy {
    private static final double MOST_SHIFT = 0.1;
    private static final double MOST_RATIO = 0.1;
    private static final double SMALL = 0.05;
    private static final int EVALUATIONS = 1000;

    private final long seed;
    private final String wanted;
    private int cases;
    private int falseGood;
    private int falseBad;
    private int cautions;

    private VerdictStudy(long seed, String wanted) {
        this.seed = seed;
        this.wanted = wanted;
    }

    /** Prints the table. */
    public static void main(String[] args) {
        long seed = args.length > 0 ? Long.parseLong(args[0]) : 1;
        boolean fresh = args.length > 1 && args[1].equals("fresh");
        VerdictStudy study = new VerdictStudy(seed, args.length > (fresh ? 2 : 1) ? args[fresh ? 2 : 1] : "");
        say("| target | method | off, sd | off, %% | verdict | what it says |%n|---|---|---|---|---|---|%n");
        if (fresh) {
            study.fresh();
        } else {
            study.known();
        }
        say(
                "%n%d cases: %d called good though off by more than 0.1 sd or 10 %%, %d called bad though within 0.05 sd and"
                        + " 5 %%, %d cautions on answers within 0.05 sd and 5 %%.%n",
                study.cases, study.falseGood, study.falseBad, study.cautions);
    }

    /** Targets whose shapes nobody chose. */
    private void fresh() {
        RandomStream random = RandomStream.of(seed, 0, 0, 0);
        for (int round = 0; round < 10; round++) {
            double rho = 2 * random.nextDouble() - 1;
            Model pair = new KnownTargets.Normals(2, rho, 1);
            meanField(named("two normals, correlation", rho), pair, Truth.same(2, 0, 1));
            int d = 2 + random.nextInt(30);
            all(
                    d + named(" normals, correlation", Math.abs(rho)),
                    new KnownTargets.Normals(d, Math.abs(rho), 1),
                    Truth.same(d, 0, 1));
            double freedom = 2.5 + 10 * random.nextDouble();
            all(
                    named("two t, degrees", freedom),
                    new KnownTargets.StudentT(2, freedom),
                    Truth.same(2, 0, Math.sqrt(freedom / (freedom - 2))));
            double shape = Math.exp(-1 + 3 * random.nextDouble());
            all(
                    named("gamma, shape", shape),
                    new KnownTargets.Gamma(shape),
                    new Truth(new double[] {shape}, new double[] {Math.sqrt(shape)}));
            KnownTargets.Bimodal two =
                    new KnownTargets.Bimodal(4 * random.nextDouble(), 0.5 + 0.45 * random.nextDouble());
            all(named("two modes, distance", 2 * two.distance()) + named(", weight", two.weight()), two, two.truth());
            KnownTargets.Funnel funnel = new KnownTargets.Funnel(0.3 + 2 * random.nextDouble(), true);
            all(named("funnel", funnel.s()), funnel, funnel.truth());
            KnownTargets.Banana banana = new KnownTargets.Banana(2.5 * random.nextDouble());
            all(named("banana, bend", banana.bend()), banana, banana.truth());
            regressions(random);
            groups(RandomStream.of(seed, 1, 0, round));
        }
    }

    /** Means of groups in either form, from three groups to forty that differ much or not at all. */
    private void groups(RandomStream random) {
        double[] seen = new double[3 + random.nextInt(38)];
        double spread = random.nextDouble() < 0.25 ? 0 : Math.exp(-1.5 + 3 * random.nextDouble());
        double noise = Math.exp(-2 + 2.5 * random.nextDouble());
        double centre = 4 * random.nextNormal();
        for (int j = 0; j < seen.length; j++) {
            seen[j] = centre + spread * random.nextNormal() + noise * random.nextNormal();
        }
        for (boolean centred : new boolean[] {false, true}) {
            KnownGroups.Groups groups = new KnownGroups.Groups(seen, noise, centred);
            all(
                    seen.length
                            + named(" groups, spread", spread)
                            + named(", noise", noise)
                            + (centred ? ", centred" : ""),
                    groups,
                    groups.truth());
        }
    }

    /** With so few rows that the priors matter and posteriors are skewed. */
    private void regressions(RandomStream random) {
        int n = 3 + random.nextInt(20);
        double prior = Math.exp(3 * random.nextDouble());
        double freedom = 1 + 5 * random.nextDouble();
        double[] x = new double[n];
        boolean[] yes = new boolean[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = random.nextNormal();
            double eta = 1 + 2 * x[i];
            yes[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta));
            y[i] = eta + random.nextNormal() * (i % 5 == 0 ? 10 : 1);
        }
        double[] far = {7 * prior, 7 * prior};
        double[] near = {-7 * prior, -7 * prior};
        Model logistic = new KnownTargets.Logistic(x, yes, prior);
        all(n + named(" rows, logistic, prior sd", prior), logistic, Truth.ofGrid(logistic, near, far, 1500));
        Model line = new KnownTargets.RobustLine(x, y, freedom, prior);
        all(
                n + named(" rows, t noise, degrees", freedom) + named(", prior sd", prior),
                line,
                Truth.ofGrid(line, near, far, 1500));
        int size = 4 + random.nextInt(40);
        KnownTargets.Sample sample = new KnownTargets.Sample(size);
        double range = 40 / Math.sqrt(size) * (size < 7 ? 4 : 1);
        all(
                "mean and scale of " + size + " values",
                sample,
                Truth.ofGrid(sample, new double[] {-range, -2}, new double[] {range, size < 7 ? 6 : 4}, 1500));
    }

    private static String named(String name, double value) {
        return String.format(Locale.ROOT, "%s %.2f", name, value);
    }

    private void known() {
        for (double rho : new double[] {0, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 0.99}) {
            Model pair = new KnownTargets.Normals(2, rho, 1);
            meanField("two normals, correlation " + rho, pair, Truth.same(2, 0, 1));
        }
        for (double step : new double[] {0.1, 0.3, 0.6, 1, 1.5}) {
            unadjusted("two normals, step " + step, new KnownTargets.Normals(2, 0, 1), Truth.same(2, 0, 1), step);
        }
        unadjusted(
                "two normals, gradient 1.5 times too large",
                new KnownTargets.Normals(2, 0, 1.5),
                Truth.same(2, 0, 1),
                0.1);
        unadjusted("two normals, gradient half", new KnownTargets.Normals(2, 0, 0.5), Truth.same(2, 0, 1), 0.1);
        all("two normals, gradient half", new KnownTargets.Normals(2, 0, 0.5), Truth.same(2, 0, 1));
        tooShort();
        all("20 normals, correlation 0.9", new KnownTargets.Normals(20, 0.9, 1), Truth.same(20, 0, 1));
        KnownTargets.Scales scales = new KnownTargets.Scales(10, 1000);
        all("10 normals, scales 1 to 1000", scales, scales.truth());
        for (double freedom : new double[] {3, 5}) {
            all(
                    "three t, " + freedom + " degrees",
                    new KnownTargets.StudentT(3, freedom),
                    Truth.same(3, 0, Math.sqrt(freedom / (freedom - 2))));
        }
        for (double shape : new double[] {0.5, 3}) {
            all("gamma, shape " + shape, new KnownTargets.Gamma(shape), new Truth(new double[] {shape}, new double[] {
                Math.sqrt(shape)
            }));
        }
        for (KnownTargets.Bimodal two : List.of(
                new KnownTargets.Bimodal(2, 0.5),
                new KnownTargets.Bimodal(4, 0.75),
                new KnownTargets.Bimodal(8, 0.9))) {
            all("two modes " + 2 * two.distance() + " sd apart, " + two.weight(), two, two.truth());
        }
        for (KnownTargets.Funnel funnel : List.of(
                new KnownTargets.Funnel(1, true),
                new KnownTargets.Funnel(3, true),
                new KnownTargets.Funnel(3, false))) {
            all("funnel " + funnel.s() + (funnel.centred() ? ", centred" : ", not centred"), funnel, funnel.truth());
        }
        for (double bend : new double[] {0.3, 2}) {
            KnownTargets.Banana banana = new KnownTargets.Banana(bend);
            all("banana, bend " + bend, banana, banana.truth());
        }
        for (double prior : new double[] {2.5, 100}) {
            Model separation = new KnownTargets.Separation(prior);
            all(
                    "separation, prior sd " + prior,
                    separation,
                    Truth.ofGrid(separation, new double[] {-6 * prior, 0}, new double[] {6 * prior, 7 * prior}, 3000));
        }
        Model zeros = new KnownTargets.Zeros(10);
        all("counts all zero", zeros, Truth.ofGrid(zeros, new double[] {-60, -60}, new double[] {10, 60}, 2500));
        for (int n : new int[] {5, 100}) {
            Model sample = new KnownTargets.Sample(n);
            double range = n == 5 ? 60 : 1.5;
            all(
                    "mean and scale of " + n + " values",
                    sample,
                    Truth.ofGrid(sample, new double[] {-range, -1.6}, new double[] {range, n == 5 ? 6 : 1}, 3000));
        }
        for (boolean centred : new boolean[] {false, true}) {
            KnownGroups.Schools schools = new KnownGroups.Schools(centred);
            all("eight schools" + (centred ? ", centred" : ""), schools, schools.truth());
        }
    }

    private PmfvbOptions defaults() {
        return PmfvbOptions.defaults().withSeed(seed).withThreads(1);
    }

    private void all(String name, Model model, Truth truth) {
        one(name, "pmfvb", model, truth, Blocks.joint(), () -> Pmfvb.fit(model, defaults()));
        one(name, "nuts", model, truth, Blocks.joint(), () -> Nuts.fit(model, nuts()));
        one(name, "laplace", model, truth, Blocks.joint(), () -> Laplace.fit(model, LaplaceOptions.defaults(seed)));
        one(
                name,
                "pathfinder",
                model,
                truth,
                Blocks.joint(),
                () -> Pathfinder.fit(model, PathfinderOptions.defaults(seed).withThreads(1)));
    }

    private NutsOptions nuts() {
        return NutsOptions.defaults(seed).withThreads(1).withMetric(Metric.DENSE);
    }

    private void meanField(String name, Model model, Truth truth) {
        PmfvbOptions options = defaults().withBlocks(Blocks.each());
        one(name, "pmfvb, one factor each", model, truth, Blocks.each(), () -> Pmfvb.fit(model, options));
    }

    private void unadjusted(String name, Model model, Truth truth, double step) {
        PmfvbOptions options = defaults()
                .withDynamics(Dynamics.UNADJUSTED)
                .withPreconditioning(Preconditioning.IDENTITY)
                .withSchedules(StepSchedule.constant(step));
        one(name, "pmfvb, unadjusted", model, truth, Blocks.joint(), () -> Pmfvb.fit(model, options));
    }

    private void tooShort() {
        Model wide = new KnownTargets.Scales(5, 30);
        Truth truth = new KnownTargets.Scales(5, 30).truth();
        for (int most : new int[] {5, 20}) {
            PmfvbOptions options = defaults().withStopping(50, 1e-3, most).withCollect(1, 0);
            one(
                    "5 normals, scales 1 to 30",
                    "pmfvb, " + most + " iterations",
                    wide,
                    truth,
                    Blocks.joint(),
                    () -> Pmfvb.fit(wide, options));
        }
        for (int warmup : new int[] {10, 50}) {
            NutsOptions options = nuts().withWarmup(warmup).withDraws(50);
            one(
                    "5 normals, scales 1 to 30",
                    "nuts, " + warmup + " + 50",
                    wide,
                    truth,
                    Blocks.joint(),
                    () -> Nuts.fit(wide, options, Session.NONE));
        }
    }

    private void one(String name, String method, Model model, Truth truth, Blocks blocks, Supplier<Posterior> fit) {
        if (!(name + ", " + method).contains(wanted)) {
            return;
        }
        Posterior posterior;
        try {
            posterior = fit.get();
        } catch (RuntimeException e) {
            say("| %s | %s | | | refused | %s |%n", name, method, e.getMessage());
            return;
        }
        double shift = 0;
        double ratio = 0;
        List<String> names = model.space().names();
        for (int j = 0; j < truth.mean().length; j++) {
            var row = posterior.summary().row(names.get(j));
            shift = Math.max(shift, Math.abs(row.mean() - truth.mean()[j]) / truth.sd()[j]);
            ratio = Math.max(ratio, Math.abs(row.sd() / truth.sd()[j] - 1));
        }
        List<Block> resolved = blocks.resolve(model);
        Assessment verdict = Assessment.of(model, posterior, resolved, EVALUATIONS, seed);
        count(verdict.level(), shift, ratio);
        List<String> reasons = new ArrayList<>();
        for (Check check : verdict.checks()) {
            if (check.level() == verdict.level() && check.level() != Check.Level.GOOD) {
                reasons.add(check.name());
            }
        }
        Check moved = verdict.checks().stream()
                .filter(check -> check.name().equals("moved draws"))
                .findFirst()
                .orElse(null);
        say(
                "| %s | %s | %.2f | %.0f | %s | %s |%n",
                name,
                method,
                shift,
                100 * ratio,
                mark(verdict.level()) + flag(verdict.level(), shift, ratio),
                (reasons.isEmpty() ? "" : String.join(", ", reasons) + ". ") + (moved == null ? "" : moved.sentence()));
    }

    private void count(Check.Level level, double shift, double ratio) {
        cases++;
        boolean right = shift <= SMALL && ratio <= SMALL;
        falseGood += level == Check.Level.GOOD && wrong(shift, ratio) ? 1 : 0;
        falseBad += level == Check.Level.BAD && right ? 1 : 0;
        cautions += level == Check.Level.CAUTION && right ? 1 : 0;
    }

    private static boolean wrong(double shift, double ratio) {
        return shift > MOST_SHIFT || ratio > MOST_RATIO;
    }

    private static String flag(Check.Level level, double shift, double ratio) {
        boolean broken = (level == Check.Level.GOOD && wrong(shift, ratio))
                || (level == Check.Level.BAD && shift <= SMALL && ratio <= SMALL);
        return broken ? " **broken**" : "";
    }

    private static String mark(Check.Level level) {
        return switch (level) {
            case GOOD -> "✓";
            case CAUTION -> "!";
            case BAD -> "✗";
        };
    }

    private static void say(String text, Object... values) {
        System.out.printf(Locale.ROOT, text, values);
    }
}
