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
        return switch (call.function()) {
            case REDUCE_SUM, REDUCE_SUM_STATIC -> m -> reduceSum(m, call, Expressions.run(m, arguments));
            case MAP_RECT -> m -> mapRect(m, call, Expressions.run(m, arguments));
            default ->
                m -> {
                    throw new ProgramError(call.at(), call.function().word() + " can't be run yet");
                };
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
