package org.driftfield.stan.tape;

/** A statement, ready to run. Stateless: threads share it. */
@FunctionalInterface
interface Action {
    /** How a statement ended. */
    enum End {
        NORMAL,
        BREAK,
        CONTINUE,
        RETURN
    }

    End run(Machine machine);
}
