package org.driftfield.stan.compile;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.stan.math.Gammas;

/** Loops over rows that the kernels on vectors do better. */
final class Peephole {
    /** Fewer rows are not worth it. */
    private static final int ROWS = 64;

    private Peephole() {}

    static List<Step> improved(Build build) {
        List<Step> result = new ArrayList<>();
        for (Step step : build.steps()) {
            if (!(step instanceof Step.Loop loop) || !likelihood(loop, build, result)) {
                result.add(step);
            }
        }
        return result;
    }

    /** A loop over a density of outcomes in the data given one predictor: predictors first, then all densities at once. */
    private static boolean likelihood(Step.Loop loop, Build build, List<Step> result) {
        if (!loop.from().isConstant()
                || !loop.to().isConstant()
                || loop.body().size() != 1
                || !(loop.body().get(0) instanceof Step.Term term)
                || !(term.value() instanceof Num.Kernel kernel)) {
            return false;
        }
        String family = kernel.method().getDeclaringClass().getSimpleName();
        Step.Likelihood.Kind kind = switch (family + "." + kernel.method().getName()) {
            case "BernoulliLogit.lpmf" -> Step.Likelihood.Kind.BERNOULLI_LOGIT;
            case "PoissonLog.lpmf" -> Step.Likelihood.Kind.POISSON_LOG;
            default -> null;
        };
        int from = loop.from().constant();
        int n = loop.to().constant() - from + 1;
        Idx index = Idx.of(loop.variable());
        if (kind == null
                || n < ROWS
                || !(kernel.arguments().get(0) instanceof Num.Datum outcome)
                || !outcome.at().minus(index).isConstant()
                || !kernel.arguments().get(1).active()) {
            return false;
        }
        int outcomeAt = outcome.at().minus(index).constant() + from;
        double[] numbers = build.pool.numbers();
        double constant = 0;
        for (int i = 0; i < n; i++) {
            double y = numbers[outcomeAt + i];
            boolean binary = y == 0 || y == 1;
            if (!(y >= 0) || (kind == Step.Likelihood.Kind.BERNOULLI_LOGIT && !binary)) {
                return false;
            }
            constant -= kind == Step.Likelihood.Kind.POISSON_LOG ? Gammas.lgamma(y + 1) : 0;
        }
        int at = build.place(n);
        Step set = new Step.Set(index.plus(at - from), kernel.arguments().get(1), true, false);
        result.add(new Step.Loop(loop.variable(), loop.from(), loop.to(), List.of(set)));
        result.add(new Step.Likelihood(kind, outcomeAt, at, n));
        result.add(new Step.Term(Num.of(constant)));
        return true;
    }
}
