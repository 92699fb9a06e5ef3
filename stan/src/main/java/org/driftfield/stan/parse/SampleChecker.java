package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.parse.Syntax.Ex;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Position;
import org.driftfield.stan.tree.Stmt;

/** Sampling statements, with truncation. */
final class SampleChecker {
    private static final List<String> DENSITIES = List.of("_lpdf", "_lpmf", "_log");

    /** The variable of the loop that a truncated statement about a vector becomes; no program can name it. */
    private static final String ELEMENT = "element of the truncation";

    private final Context context;
    private final ExpressionChecker expressions;

    SampleChecker(Context context, ExpressionChecker expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    Stmt check(Syntax.Tilde tilde) {
        List<Expr> arguments = new ArrayList<>();
        arguments.add(expressions.check(tilde.value()));
        arguments.addAll(expressions.all(tilde.arguments()));
        CallChecker calls = expressions.calls();
        String ending = ending(tilde);
        Expr density = calls.resolve(tilde.nameAt(), tilde.name() + ending, arguments, true);
        if (!density.type().equals(Type.REAL)) {
            throw Problem.at(tilde.nameAt(), "%s is no distribution: it returns %s", tilde.name(), density.type());
        }
        return new Stmt.Sample(tilde.at(), density, truncation(tilde, ending, arguments));
    }

    private String ending(Syntax.Tilde tilde) {
        String name = tilde.name();
        for (String ending : DENSITIES) {
            if (context.functions().knows(name + ending)) {
                return ending;
            }
        }
        for (String ending : List.of("_lpdf", "_lpmf")) {
            if (Library.knows(name + ending)) {
                return ending;
            }
        }
        List<String> known = new ArrayList<>();
        for (List<String> names :
                List.of(Library.names(), List.copyOf(context.functions().names()))) {
            for (String other : names) {
                if (other.endsWith("_lpdf") || other.endsWith("_lpmf")) {
                    known.add(other.substring(0, other.length() - 5));
                }
            }
        }
        throw Problem.at(tilde.nameAt(), "there is no distribution '%s'%s", name, Nearest.hint(name, known));
    }

    /** A truncated statement about several numbers as the loop over them that it stands for; null for all others. */
    Syntax.For elements(Syntax.Tilde tilde) {
        if (!tilde.truncated() || (tilde.lower() == null && tilde.upper() == null) || !several(tilde.value())) {
            return null;
        }
        Position at = tilde.at();
        Ex number = new Syntax.Name(at, ELEMENT);
        Ex count = new Syntax.Call(
                at, "num_elements", List.of(tilde.value()), false, tilde.value().depth() + 1);
        List<Ex> arguments = tilde.arguments().stream()
                .map(argument -> element(argument, number))
                .toList();
        return new Syntax.For(
                at,
                ELEMENT,
                new Syntax.Num(at, false, "1"),
                count,
                new Syntax.Tilde(
                        at,
                        element(tilde.value(), number),
                        tilde.nameAt(),
                        tilde.name(),
                        arguments,
                        true,
                        element(tilde.lower(), number),
                        element(tilde.upper(), number)));
    }

    private boolean several(Ex ex) {
        return expressions.check(ex).type().dimensions() == 1;
    }

    private Ex element(Ex ex, Ex number) {
        return ex == null || !several(ex)
                ? ex
                : new Syntax.Index(ex.at(), ex, List.of(new Syntax.Sub(false, number, null)), ex.depth() + 1);
    }

    private Stmt.Truncation truncation(Syntax.Tilde tilde, String ending, List<Expr> arguments) {
        if (!tilde.truncated() || (tilde.lower() == null && tilde.upper() == null)) {
            return null;
        }
        if (!Types.isScalar(arguments.get(0).type())) {
            throw Problem.at(
                    tilde.at(),
                    "truncation takes one number on the left, found %s; write a loop over its elements",
                    arguments.get(0).type());
        }
        boolean discrete = ending.equals("_lpmf") || arguments.get(0).type().equals(Type.INT);
        Expr lower = bound(tilde.lower(), discrete);
        Expr upper = bound(tilde.upper(), discrete);
        Position at = tilde.at();
        Expr normalizer;
        if (lower == null) {
            normalizer = probability(tilde, "_lcdf", upper, arguments);
        } else {
            normalizer = upper == null
                    ? probability(tilde, "_lccdf", lower, arguments)
                    : expressions
                            .calls()
                            .resolve(
                                    at,
                                    "log_diff_exp",
                                    List.of(
                                            probability(tilde, "_lcdf", upper, arguments),
                                            probability(tilde, "_lcdf", lower, arguments)),
                                    false);
            if (discrete) {
                Expr mass = probability(tilde, ending, lower, arguments);
                normalizer = expressions.calls().resolve(at, "log_sum_exp", List.of(normalizer, mass), false);
            }
        }
        return new Stmt.Truncation(lower, upper, normalizer);
    }

    private Expr bound(Ex ex, boolean discrete) {
        if (ex == null) {
            return null;
        }
        Expr result = expressions.check(ex);
        if (discrete ? !result.type().equals(Type.INT) : !Types.isScalar(result.type())) {
            throw Problem.at(
                    ex.at(),
                    "a bound of the truncation must be %s, found %s",
                    discrete ? "an int" : "a real",
                    result.type());
        }
        return result;
    }

    /** The log distribution function, or its like, at a bound in place of the value. */
    private Expr probability(Syntax.Tilde tilde, String ending, Expr bound, List<Expr> arguments) {
        String name = tilde.name() + ending;
        String old = tilde.name() + (ending.equals("_lcdf") ? "_cdf_log" : "_ccdf_log");
        CallChecker calls = expressions.calls();
        String found = !calls.known(name) && calls.known(old) ? old : name;
        if (!calls.known(found)) {
            throw Problem.at(tilde.nameAt(), "truncation of %s needs %s, which there is not", tilde.name(), name);
        }
        List<Expr> replaced = new ArrayList<>(arguments);
        replaced.set(0, bound);
        return calls.resolve(tilde.at(), found, replaced, false);
    }
}
