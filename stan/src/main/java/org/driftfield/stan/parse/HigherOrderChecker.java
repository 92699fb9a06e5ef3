package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.HigherOrder;
import org.driftfield.stan.tree.Position;

/** Calls of functions that take a function. */
final class HigherOrderChecker {
    private static final Type REALS = Type.REAL.array(1);
    private static final Type INTS = Type.INT.array(1);
    private static final Type VECTORS = Type.VECTOR.array(1);

    private static final Map<String, HigherOrder> BY_WORD = new HashMap<>();

    static {
        for (HigherOrder one : HigherOrder.values()) {
            BY_WORD.put(one.word(), one);
        }
    }

    /**
     * What a function takes beside the function it is given.
     *
     * @param fixed the arguments that must be there, in order
     * @param optional those that may follow them, all or none; for the old interfaces
     * @param rest whether any others may follow, which are handed on
     * @param handed what the given function is called with, before the others
     * @param returns what the given function must return
     */
    private record Form(
            List<Type> fixed, List<Type> optional, boolean rest, List<Type> handed, Type returns, Type result) {}

    private final Context context;
    private final ExpressionChecker expressions;

    HigherOrderChecker(Context context, ExpressionChecker expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    static Optional<HigherOrder> named(String name) {
        return Optional.ofNullable(BY_WORD.get(name));
    }

    static java.util.Set<String> words() {
        return BY_WORD.keySet();
    }

    private static Form form(HigherOrder function, Type sliced) {
        List<Type> tolerances = List.of(Type.REAL, Type.REAL, Type.INT);
        // Programs of that time write the number of steps as 1e3, which is no int.
        List<Type> oldTolerances = List.of(Type.REAL, Type.REAL, Type.REAL);
        return switch (function) {
            case ODE_RK45, ODE_CKRK, ODE_ADAMS, ODE_BDF -> ode(List.of());
            case ODE_RK45_TOL, ODE_CKRK_TOL, ODE_ADAMS_TOL, ODE_BDF_TOL -> ode(tolerances);
            case ODE_ADJOINT_TOL_CTL ->
                ode(List.of(
                        Type.REAL,
                        Type.VECTOR,
                        Type.REAL,
                        Type.VECTOR,
                        Type.REAL,
                        Type.REAL,
                        Type.INT,
                        Type.INT,
                        Type.INT,
                        Type.INT,
                        Type.INT));
            case INTEGRATE_ODE, INTEGRATE_ODE_RK45, INTEGRATE_ODE_ADAMS, INTEGRATE_ODE_BDF ->
                new Form(
                        List.of(REALS, Type.REAL, REALS, REALS, REALS, INTS),
                        oldTolerances,
                        false,
                        List.of(Type.REAL, REALS, REALS, REALS, INTS),
                        REALS,
                        Type.REAL.array(2));
            case INTEGRATE_1D ->
                new Form(
                        List.of(Type.REAL, Type.REAL, REALS, REALS, INTS),
                        List.of(Type.REAL),
                        false,
                        List.of(Type.REAL, Type.REAL, REALS, REALS, INTS),
                        Type.REAL,
                        Type.REAL);
            case ALGEBRA_SOLVER, ALGEBRA_SOLVER_NEWTON ->
                new Form(
                        List.of(Type.VECTOR, Type.VECTOR, REALS, INTS),
                        oldTolerances,
                        false,
                        List.of(Type.VECTOR, Type.VECTOR, REALS, INTS),
                        Type.VECTOR,
                        Type.VECTOR);
            case SOLVE_NEWTON, SOLVE_POWELL ->
                new Form(List.of(Type.VECTOR), List.of(), true, List.of(Type.VECTOR), Type.VECTOR, Type.VECTOR);
            case SOLVE_NEWTON_TOL, SOLVE_POWELL_TOL ->
                new Form(
                        List.of(Type.VECTOR, Type.REAL, Type.REAL, Type.INT),
                        List.of(),
                        true,
                        List.of(Type.VECTOR),
                        Type.VECTOR,
                        Type.VECTOR);
            case REDUCE_SUM, REDUCE_SUM_STATIC ->
                new Form(
                        List.of(sliced, Type.INT),
                        List.of(),
                        true,
                        List.of(sliced, Type.INT, Type.INT),
                        Type.REAL,
                        Type.REAL);
            case MAP_RECT ->
                new Form(
                        List.of(Type.VECTOR, VECTORS, REALS.array(1), INTS.array(1)),
                        List.of(),
                        false,
                        List.of(Type.VECTOR, Type.VECTOR, REALS, INTS),
                        Type.VECTOR,
                        Type.VECTOR);
        };
    }

    private static Form ode(List<Type> control) {
        List<Type> fixed = new ArrayList<>(List.of(Type.VECTOR, Type.REAL, REALS));
        fixed.addAll(control);
        return new Form(fixed, List.of(), true, List.of(Type.REAL, Type.VECTOR), Type.VECTOR, VECTORS);
    }

    Expr check(Syntax.Call call, HigherOrder function) {
        Position at = call.at();
        if (call.arguments().isEmpty() || !(call.arguments().get(0) instanceof Syntax.Name given)) {
            throw Problem.at(at, "the first argument of %s must be the name of a function", function.word());
        }
        List<Expr> arguments =
                expressions.all(call.arguments().subList(1, call.arguments().size()));
        List<Type> types = Types.of(arguments);
        if ((function == HigherOrder.REDUCE_SUM || function == HigherOrder.REDUCE_SUM_STATIC)
                && (types.isEmpty() || types.get(0).arrays() == 0)) {
            throw Problem.at(
                    at, "%s takes a function and an array to slice, found %s", function.word(), Types.shown(types));
        }
        Form form = form(function, types.isEmpty() ? Type.VOID : types.get(0));
        List<Type> extra = extra(at, function, form, types);
        List<Type> handed = new ArrayList<>(form.handed());
        handed.addAll(extra);
        Function called = called(given, handed, form.returns(), function);
        return new Expr.HigherCall(at, function, called, arguments, form.result(), Types.allData(arguments));
    }

    /** The types handed on to the function, after checking those that are not. */
    private static List<Type> extra(Position at, HigherOrder function, Form form, List<Type> types) {
        List<Type> wanted = new ArrayList<>(form.fixed());
        if (types.size() > wanted.size() && !form.rest()) {
            wanted.addAll(form.optional());
        }
        boolean ok = form.rest() ? types.size() >= wanted.size() : types.size() == wanted.size();
        for (int i = 0; ok && i < wanted.size(); i++) {
            ok = Types.fits(types.get(i), wanted.get(i));
        }
        if (!ok) {
            throw Problem.at(
                    at,
                    "%s does not take a function and %s; after the function it takes %s%s",
                    function.word(),
                    Types.shown(types),
                    Types.shown(wanted),
                    form.rest() ? " and what the function takes beside" : "");
        }
        return types.subList(wanted.size(), types.size());
    }

    private Function called(Syntax.Name given, List<Type> handed, Type returns, HigherOrder function) {
        String name = given.name();
        if (name.endsWith("_lupdf") || name.endsWith("_lupmf")) {
            name = name.substring(0, name.length() - 5) + "lp" + name.substring(name.length() - 2);
        }
        if (!context.functions().knows(name)) {
            throw Problem.at(
                    given.at(),
                    "there is no function '%s' in this program%s",
                    name,
                    Nearest.hint(name, context.functions().names()));
        }
        Function found = context.functions().find(given.at(), name, handed);
        if (found == null) {
            throw Problem.at(
                    given.at(),
                    "%s calls '%s' with %s, but it takes %s",
                    function.word(),
                    name,
                    Types.shown(handed),
                    context.functions().signatures(name));
        }
        if (!found.result().equals(returns)) {
            throw Problem.at(
                    given.at(),
                    "%s needs a function that returns %s, but '%s' returns %s",
                    function.word(),
                    returns,
                    name,
                    found.result());
        }
        return found;
    }
}
