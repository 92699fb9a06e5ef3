package org.driftfield.stan.compile;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.math.Gammas;

/** Densities of single numbers, summed over the elements of their arguments. */
final class Densities {
    private final Build build;

    Densities(Build build) {
        this.build = build;
    }

    /** The method behind a density or distribution function, where there is one and it takes these arguments. */
    Optional<Method> kernel(Library.Resolved function, List<Val> arguments) {
        if (!function.name().contains("_l")) {
            return Optional.empty();
        }
        return Library.kernel(function.name())
                .filter(m -> m.getParameterCount() == arguments.size() + 1)
                .filter(m -> arguments.stream().allMatch(a -> a.dims().length <= 1));
    }

    private static int length(List<Val> arguments) {
        int n = -1;
        for (Val argument : arguments) {
            if (!argument.isScalar()) {
                if (n >= 0 && n != argument.size()) {
                    throw new Unsupported("sizes that do not agree");
                }
                n = argument.size();
            }
        }
        return n;
    }

    /** The density as a number. */
    Num value(String name, Method method, List<Val> arguments) {
        int n = length(arguments);
        List<Val> parts = parts(arguments, n);
        if (n < 0) {
            return term(name, method, parts).apply(Idx.of(0));
        }
        return build.sum(n, term(name, method, parts));
    }

    /** Adds the density to the target. */
    void add(String name, Method method, List<Val> arguments) {
        int n = length(arguments);
        List<Val> parts = parts(arguments, n);
        Function<Idx, Num> term = term(name, method, parts);
        if (arguments.stream().allMatch(a -> a.constant() != null)) {
            Double known = Build.known(Math.max(1, n), term);
            if (known != null) {
                build.add(new Step.Term(Num.of(known)));
                return;
            }
        }
        build.each(Math.max(1, n) * (n == 0 ? 0 : 1), k -> build.add(new Step.Term(term.apply(k))));
    }

    private List<Val> parts(List<Val> arguments, int n) {
        List<Val> parts = new ArrayList<>();
        for (Val argument : arguments) {
            parts.add(
                    argument.isScalar() && n > 1
                            ? Val.scalar(argument.type(), build.simple(argument.number()))
                            : argument);
        }
        return parts;
    }

    private Function<Idx, Num> term(String name, Method method, List<Val> parts) {
        Function<Integer, Function<Idx, Num>> part =
                j -> k -> parts.get(j).at(parts.get(j).isScalar() ? Idx.of(0) : k);
        if (name.equals("normal_lpdf")) {
            Function<Idx, Num> y = part.apply(0);
            Function<Idx, Num> mu = part.apply(1);
            Function<Idx, Num> sigma = part.apply(2);
            return k -> normal(y.apply(k), mu.apply(k), sigma.apply(k));
        }
        if (name.equals("std_normal_lpdf")) {
            Function<Idx, Num> y = part.apply(0);
            return k -> Num.apply(
                    Scalar.MINUS,
                    Num.apply(Scalar.TIMES, Num.of(-0.5), Num.apply(Scalar.SQUARE, y.apply(k))),
                    Num.of(Gammas.HALF_LOG_TWO_PI));
        }
        return k -> {
            List<Num> numbers = new ArrayList<>();
            for (int j = 0; j < parts.size(); j++) {
                numbers.add(part.apply(j).apply(k));
            }
            return Num.kernel(method, numbers);
        };
    }

    /** -½((y-μ)/σ)² - log σ - ½ log 2π. Where σ is not positive this is no finite number, so that the point is refused. */
    private Num normal(Num y, Num mu, Num sigma) {
        Num difference = mu.equals(Num.ZERO) ? y : Num.apply(Scalar.MINUS, y, mu);
        Num log;
        Num z;
        if (sigma instanceof Num.Const c) {
            if (!(c.value() > 0)) {
                throw new Unsupported("a scale that is not positive");
            }
            log = Num.of(Math.log(c.value()));
            z = c.value() == 1 ? difference : Num.apply(Scalar.DIVIDE, difference, sigma);
        } else if (build.hoists(sigma)) {
            Num[] hoisted = build.before(sigma, () ->
                    new Num[] {build.simple(Num.apply(Scalar.LOG, sigma)), build.simple(Num.apply(Scalar.INV, sigma))});
            log = hoisted[0];
            z = Num.apply(Scalar.TIMES, difference, hoisted[1]);
        } else if (sigma instanceof Num.Apply apply && apply.function() == Scalar.EXP) {
            log = apply.arguments().get(0);
            z = Num.apply(Scalar.TIMES, difference, Num.apply(Scalar.EXP, Num.apply(Scalar.NEGATE, log)));
        } else {
            log = Num.apply(Scalar.LOG, sigma);
            z = Num.apply(Scalar.DIVIDE, difference, sigma);
        }
        Num half = Num.apply(Scalar.TIMES, Num.of(-0.5), Num.apply(Scalar.SQUARE, z));
        Num constant = Num.of(Gammas.HALF_LOG_TWO_PI);
        return log instanceof Num.Const c
                ? Num.apply(Scalar.MINUS, half, Num.of(c.value() + Gammas.HALF_LOG_TWO_PI))
                : Num.apply(Scalar.MINUS, Num.apply(Scalar.MINUS, half, log), constant);
    }
}
