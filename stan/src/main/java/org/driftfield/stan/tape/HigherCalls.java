package org.driftfield.stan.tape;

import java.util.Arrays;
import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tree.Expr;

/** Functions of the language that call a function of the user's. */
final class HigherCalls {
    private final Routine called;
    private final int slots;

    /** @param slots of the program or function that the call stands in */
    HigherCalls(Routine called, int slots) {
        this.called = called;
        this.slots = slots;
    }

    Code of(Expr.HigherCall call, List<Code> arguments) {
        Solvers solvers = new Solvers(called, call);
        return switch (call.function()) {
            case REDUCE_SUM, REDUCE_SUM_STATIC -> m -> reduceSum(m, call, Expressions.run(m, arguments));
            case MAP_RECT -> m -> mapRect(m, call, Expressions.run(m, arguments));
            case INTEGRATE_1D -> m -> solvers.integral(m, Expressions.run(m, arguments));
            case ALGEBRA_SOLVER,
                    ALGEBRA_SOLVER_NEWTON,
                    SOLVE_NEWTON,
                    SOLVE_NEWTON_TOL,
                    SOLVE_POWELL,
                    SOLVE_POWELL_TOL -> m -> solvers.root(m, Expressions.run(m, arguments));
            case ODE_RK45,
                    ODE_RK45_TOL,
                    ODE_CKRK,
                    ODE_CKRK_TOL,
                    ODE_ADAMS,
                    ODE_ADAMS_TOL,
                    ODE_BDF,
                    ODE_BDF_TOL,
                    ODE_ADJOINT_TOL_CTL,
                    INTEGRATE_ODE,
                    INTEGRATE_ODE_RK45,
                    INTEGRATE_ODE_ADAMS,
                    INTEGRATE_ODE_BDF -> m -> solvers.ode(m, Expressions.run(m, arguments));
        };
    }

    /** The whole sum in one slice. */
    private Arg reduceSum(Machine m, Expr.HigherCall call, Arg[] given) {
        Arg terms = given[0];
        if (terms.dims[0] == 0) {
            return m.number(Type.REAL, 0);
        }
        Arg[] arguments = new Arg[given.length + 1];
        arguments[0] = terms;
        arguments[1] = m.number(Type.INT, 1);
        arguments[2] = m.number(Type.INT, terms.dims[0]);
        System.arraycopy(given, 2, arguments, 3, given.length - 2);
        return called.call(m, call.at(), arguments, slots);
    }

    /** The results of all shards end to end. */
    private Arg mapRect(Machine m, Expr.HigherCall call, Arg[] given) {
        int shards = given[1].dims[0];
        Arg[] results = new Arg[shards];
        int size = 0;
        for (int k = 0; k < shards; k++) {
            Arg[] arguments = {given[0], element(m, given[1], k), element(m, given[2], k), element(m, given[3], k)};
            results[k] = called.call(m, call.at(), arguments, slots);
            size += results[k].size;
        }
        Entry entry = m.entry(shards);
        System.arraycopy(results, 0, entry.arguments, 0, shards);
        Arg out = m.value(Type.VECTOR, new int[] {size}, size);
        int at = out.at;
        for (Arg result : results) {
            System.arraycopy(result.value, result.at, out.value, at, result.size);
            at += result.size;
        }
        return Expressions.noted(m, entry, Steps.JOIN, out);
    }

    private static Arg element(Machine m, Arg array, int k) {
        int size = array.size / array.dims[0];
        Type type = array.type.array(-1);
        return m.view(type, Arrays.copyOfRange(array.dims, 1, array.dims.length), size, array, k * size);
    }
}
