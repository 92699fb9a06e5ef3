package org.driftfield.stan.tape;

import org.driftfield.stan.library.Arg;

/** An expression, ready to run. Stateless: threads share it. */
@FunctionalInterface
interface Code {
    Arg run(Machine machine);

    /** A value that is known. */
    record Constant(Arg value) implements Code {
        @Override
        public Arg run(Machine machine) {
            return value;
        }
    }
}
