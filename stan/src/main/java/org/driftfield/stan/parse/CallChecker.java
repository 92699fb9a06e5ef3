package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.driftfield.InputException;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.HigherOrder;
import org.driftfield.stan.tree.Position;

/** Finds out which function a call means: one of the user's, one of the library, one that takes a function. */
final class CallChecker {
    private static final Map<String, String> OLD_NAMES = Map.of(
            "multiply_log", "lmultiply",
            "binomial_coefficient_log", "lchoose",
            "cov_exp_quad", "gp_exp_quad_cov",
            "fabs", "abs");

    /** Signatures beyond this many are not shown. */
    private static final int SHOWN = 4;

    private final Context context;
    private final ExpressionChecker expressions;
    private final HigherOrderChecker higher;

    CallChecker(Context context, ExpressionChecker expressions) {
        this.context = context;
        this.expressions = expressions;
        this.higher = new HigherOrderChecker(context, expressions);
    }

    Expr call(Syntax.Call call) {
        Position at = call.at();
        Optional<HigherOrder> taking = HigherOrderChecker.named(call.name());
        if (taking.isPresent()) {
            return higher.check(call, taking.get());
        }
        if ((call.name().equals("target") || call.name().equals("get_lp"))
                && call.arguments().isEmpty()) {
            return target(call);
        }
        List<Expr> arguments = expressions.all(call.arguments());
        if (call.name().equals("if_else") && arguments.size() == 3) {
            context.note(at, "'if_else(a, b, c)' is old syntax, now 'a ? b : c'");
            return expressions.choice(at, arguments.get(0), arguments.get(1), arguments.get(2));
        }
        String name = withoutProportional(call.name());
        boolean proportional = !name.equals(call.name());
        if (proportional && !context.place().dropsConstants()) {
            throw Problem.at(
                    at,
                    "%s can be used in the model block and in densities, not in %s",
                    call.name(),
                    context.place().word);
        }
        String found = currentName(at, name);
        if (call.bar() && !Endings.takesBar(found)) {
            throw Problem.at(at, "'|' stands in calls of densities and distribution functions only, not of %s", name);
        }
        return resolve(at, found, arguments, proportional);
    }

    private Expr target(Syntax.Call call) {
        if (call.name().equals("get_lp")) {
            context.note(call.at(), "'get_lp()' is old syntax, now 'target()'");
        }
        if (!context.place().readsTarget()) {
            throw Problem.at(
                    call.at(),
                    "target() can be used in the model block and in functions that end in _lp, not in %s",
                    context.place().word);
        }
        return new Expr.Target(call.at());
    }

    private static String withoutProportional(String name) {
        return name.endsWith("_lupdf") || name.endsWith("_lupmf")
                ? name.substring(0, name.length() - 5) + "lp" + name.substring(name.length() - 2)
                : name;
    }

    /** The name a function has today; of densities that ended in {@code _log} too. */
    private String currentName(Position at, String name) {
        if (known(name)) {
            return name;
        }
        List<String> candidates = new ArrayList<>();
        if (OLD_NAMES.containsKey(name)) {
            candidates.add(OLD_NAMES.get(name));
        } else if (name.endsWith("_ccdf_log")) {
            candidates.add(name.substring(0, name.length() - 9) + "_lccdf");
        } else if (name.endsWith("_cdf_log")) {
            candidates.add(name.substring(0, name.length() - 8) + "_lcdf");
        } else if (name.endsWith("_log")) {
            candidates.add(name.substring(0, name.length() - 4) + "_lpdf");
            candidates.add(name.substring(0, name.length() - 4) + "_lpmf");
        }
        for (String candidate : candidates) {
            if (known(candidate)) {
                context.note(at, "'" + name + "' is old syntax, now '" + candidate + "'");
                return candidate;
            }
        }
        Set<String> names = new HashSet<>(Library.names());
        names.addAll(context.functions().names());
        names.addAll(HigherOrderChecker.words());
        throw Problem.at(at, "there is no function '%s'%s", name, Nearest.hint(name, names));
    }

    boolean known(String name) {
        return context.functions().knows(name) || Library.knows(name) || Jacobians.knows(name);
    }

    /** The call of a function whose name is known. */
    Expr resolve(Position at, String name, List<Expr> arguments, boolean proportional) {
        List<Type> types = Types.of(arguments);
        Function own = context.functions().find(at, name, types);
        if (own != null) {
            return userCall(at, own, arguments, proportional);
        }
        if (Jacobians.knows(name)) {
            return userCall(at, Jacobians.of(at, name, types, context.functions()), arguments, false);
        }
        Optional<Library.Resolved> found = Library.find(name, types);
        if (found.isEmpty()) {
            throw noFit(at, name, types);
        }
        boolean random = found.get().random() != null;
        if (random && !context.place().draws()) {
            throw drawsElsewhere(at, name);
        }
        return new Expr.Call(at, found.get(), arguments, proportional, !random && Types.allData(arguments));
    }

    private Expr userCall(Position at, Function function, List<Expr> arguments, boolean proportional) {
        boolean data = Types.allData(arguments);
        for (int i = 0; i < arguments.size(); i++) {
            if (function.parameters().get(i).data() && !arguments.get(i).data()) {
                throw Problem.at(
                        arguments.get(i).at(),
                        "argument '%s' of %s must not depend on parameters",
                        function.parameters().get(i).name(),
                        function.name());
            }
        }
        switch (function.kind()) {
            case RANDOM -> {
                if (!context.place().draws()) {
                    throw drawsElsewhere(at, function.name());
                }
                data = false;
            }
            case TARGET -> {
                if (!context.place().readsTarget()) {
                    throw Problem.at(
                            at,
                            "%s changes the target, so it can be called in the model block, not in %s",
                            function.name(),
                            context.place().word);
                }
                data = false;
            }
            case JACOBIAN -> {
                if (!context.place().changesJacobian()) {
                    throw Problem.at(
                            at,
                            "%s changes the Jacobian, so it can be called in transformed parameters, not in %s",
                            function.name(),
                            context.place().word);
                }
                data = false;
            }
            case PLAIN, DENSITY -> {}
        }
        return new Expr.UserCall(at, function, arguments, proportional, data);
    }

    private InputException drawsElsewhere(Position at, String name) {
        return Problem.at(
                at,
                "%s draws, so it can be called in transformed data, generated quantities and functions that end in _rng, not in %s",
                name,
                context.place().word);
    }

    Expr operator(Position at, String sign, List<Expr> operands) {
        List<Type> types = Types.of(operands);
        Library.Resolved found = Library.find(sign, types).orElseThrow(() -> {
            String shown = sign.startsWith("u") ? sign.substring(1) : sign;
            return Problem.at(
                    at,
                    "'%s' does not take %s",
                    shown,
                    types.stream().map(Type::toString).collect(Collectors.joining(" and ")));
        });
        return new Expr.Call(at, found, operands, false, Types.allData(operands));
    }

    private InputException noFit(Position at, String name, List<Type> types) {
        List<String> fits = new ArrayList<>(Library.signatures(name));
        if (context.functions().knows(name)) {
            fits.add(0, context.functions().signatures(name));
        }
        String more = fits.size() > SHOWN ? " and " + (fits.size() - SHOWN) + " more" : "";
        return Problem.at(
                at,
                "%s does not take %s; it takes %s%s",
                name,
                Types.shown(types),
                String.join(" or ", fits.subList(0, Math.min(SHOWN, fits.size()))),
                more);
    }
}
