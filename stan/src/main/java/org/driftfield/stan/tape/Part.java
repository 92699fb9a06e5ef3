package org.driftfield.stan.tape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.tree.Variable;

/** A statement of a program, run and differentiated by itself: for a compiled program that leaves it to the tape. */
public final class Part {
    private final TapeProgram program;
    private final Action action;
    private final int slots;
    private final List<Variable> inputs;
    private final List<Variable> outputs;

    Part(TapeProgram program, Action action, int slots, List<Variable> inputs, List<Variable> outputs) {
        this.program = program;
        this.action = action;
        this.slots = slots;
        this.inputs = inputs;
        this.outputs = outputs;
    }

    /** A fresh runner; each thread has its own. */
    public Runner runner() {
        return new Runner();
    }

    /** Runs the statement for one thread. */
    public final class Runner {
        private final List<String> said = new ArrayList<>();
        private final Machine m = program.fastMachine(said::add);
        private final Arg[] own = new Arg[inputs.size()];

        /**
         * Runs the statement.
         *
         * @param given the values of the inputs; those with an adjoint depend on parameters
         * @param again whether it ran before at this point, so that what it prints was printed
         */
        public void forward(Arg[] given, boolean again) {
            m.start(true, slots);
            m.quiet = again;
            for (int j = 0; j < own.length; j++) {
                m.stack[inputs.get(j).slot()] = own(j, given[j]);
            }
            try {
                action.run(m);
            } catch (Rejection e) {
                throw new DomainException(e.getMessage());
            }
        }

        private Arg own(int j, Arg from) {
            if (own[j] == null) {
                own[j] = new Arg(inputs.get(j).type());
                own[j].value = new double[from.size];
            }
            Arg to = own[j];
            to.dims = from.dims;
            to.size = from.size;
            System.arraycopy(from.value, from.at, to.value, 0, from.size);
            if (from.adjoint != null && to.adjoint == null) {
                to.adjoint = new double[from.size];
            }
            if (to.adjoint != null) {
                Arrays.fill(to.adjoint, 0);
            }
            return to;
        }

        /** Hands on what was printed, or forgets it where the point is refused: then the whole program runs again. */
        public void tell(boolean finite) {
            if (finite) {
                said.forEach(program.messages()::print);
            }
            said.clear();
        }

        /** What the statement has added to the log density. */
        public double target() {
            return m.target;
        }

        /** Copies the outputs. */
        public void write(Arg[] results) {
            for (int j = 0; j < results.length; j++) {
                Arg found = m.stack[outputs.get(j).slot()];
                System.arraycopy(found.value, found.at, results[j].value, results[j].at, results[j].size);
            }
        }

        /** Takes the adjoints of the outputs and adds to those of the inputs. */
        public void reverse(Arg[] given, Arg[] results) {
            m.targetAdjoint = 1;
            for (int j = 0; j < results.length; j++) {
                Arg result = results[j];
                Arg found = m.stack[outputs.get(j).slot()];
                for (int i = 0; i < result.size && result.adjoint != null; i++) {
                    if (found.adjoint != null) {
                        found.adjoint[found.adjointAt + i] += result.adjoint[result.adjointAt + i];
                    }
                    result.adjoint[result.adjointAt + i] = 0;
                }
            }
            m.reverse();
            for (int j = 0; j < given.length; j++) {
                for (int i = 0; i < given[j].size && given[j].adjoint != null; i++) {
                    given[j].adjoint[given[j].adjointAt + i] += own[j].adjoint[i];
                }
            }
        }
    }
}
