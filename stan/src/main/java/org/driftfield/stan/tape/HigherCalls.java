package org.driftfield.stan.tape;

import java.util.List;
import org.driftfield.stan.tree.Expr;

/** Functions of the language that call a function of the user's. */
final class HigherCalls {
    private final Routine called;
    private final int slots;

    HigherCalls(Routine called, int slots) {
        this.called = called;
        this.slots = slots;
    }

    Code of(Expr.HigherCall call, List<Code> arguments) {
        throw new ProgramError(call.at(), call.function().word() + " is not there yet" + called + slots);
    }
}
