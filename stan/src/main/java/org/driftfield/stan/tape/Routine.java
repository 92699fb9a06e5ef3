package org.driftfield.stan.tape;

import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Position;

/** A function of the user's, ready to run; its body comes after those that call it. */
final class Routine {
    final Function function;
    Action body;

    Routine(Function function) {
        this.function = function;
    }

    /** Runs it in a frame above the {@code callerSlots} variables of whoever calls. */
    Arg call(Machine m, Position where, Arg[] arguments, int callerSlots) {
        m.tick(where);
        int before = m.base;
        m.enter(before + callerSlots, function.slots(), where);
        for (int i = 0; i < arguments.length; i++) {
            m.stack[m.base + function.parameters().get(i).slot()] = arguments[i];
        }
        m.result = null;
        body.run(m);
        m.leave(before);
        return m.result;
    }
}
