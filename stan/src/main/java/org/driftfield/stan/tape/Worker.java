package org.driftfield.stan.tape;

import java.util.Arrays;
import java.util.List;
import org.driftfield.random.RandomStream;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;

/** Evaluates a program for one thread: its log density with gradient, and its variables. */
public final class Worker {
    private final TapeProgram program;
    private final Machine m;
    private final Arg z = new Arg(Type.VECTOR);
    private final List<Parameter> parameters;
    private final List<TapeProgram.Output> outputs;
    private final int slots;

    Worker(TapeProgram program, Machine machine) {
        this.program = program;
        this.m = machine;
        this.parameters = program.parameters();
        this.outputs = program.outputs();
        this.slots = program.program().slots();
        z.dims = new int[] {program.dimension()};
        z.size = program.dimension();
    }

    /** The same, but what the program prints goes nowhere. */
    public Worker quiet() {
        m.quiet = true;
        return this;
    }

    /**
     * The log density at the free point, with the Jacobian, and its gradient.
     *
     * @return negative infinity where the program rejects the point
     * @throws ProgramError where it can't be run
     */
    public double evaluate(double[] point, double[] gradient) {
        Arrays.fill(gradient, 0, program.dimension(), 0);
        try {
            z.value = point;
            z.at = 0;
            z.adjoint = gradient;
            z.adjointAt = 0;
            m.start(true, slots);
            m.jacobian = true;
            parameters(z);
            program.transformed.run(m);
            program.model.run(m);
        } catch (Rejection e) {
            program.messages().reject(e.getMessage());
            return Double.NEGATIVE_INFINITY;
        } catch (StackOverflowError e) {
            throw tooDeep();
        }
        double target = m.target;
        if (!(target < Double.POSITIVE_INFINITY && target > Double.NEGATIVE_INFINITY)) {
            return Double.NEGATIVE_INFINITY;
        }
        m.targetAdjoint = 1;
        m.reverse();
        return target;
    }

    /** How many numbers were computed by all evaluations so far. */
    public long computed() {
        return m.computed();
    }

    private ProgramError tooDeep() {
        return new ProgramError(program.program().name() + ": functions call each other too deep");
    }

    private void parameters(Arg free) {
        for (Parameter parameter : parameters) {
            parameter.bind(m, free);
        }
    }

    /**
     * Writes all outputs at the free point, the last index fastest. Where the program rejects, what it has not computed is NaN.
     *
     * @param random for the generated quantities
     */
    public void write(double[] point, int at, RandomStream random, double[] out, int outAt) {
        try {
            z.value = point;
            z.at = at;
            z.adjoint = null;
            m.start(false, slots);
            m.jacobian = false;
            m.random = random;
            parameters(z);
            program.transformed.run(m);
            program.generated.run(m);
        } catch (Rejection e) {
            program.messages().reject(e.getMessage());
        } catch (StackOverflowError e) {
            throw tooDeep();
        }
        int to = outAt;
        for (TapeProgram.Output output : outputs) {
            Arg value = m.stack[output.variable().slot()];
            if (value == null) {
                Arrays.fill(out, to, to + output.size(), Double.NaN);
            } else {
                transposed(value, out, to);
            }
            to += output.size();
        }
    }

    /** Copies a value so that in matrices, too, the last index is fastest. */
    private static void transposed(Arg value, double[] out, int to) {
        int arrays = value.type.arrays();
        if (value.dims.length - arrays < 2) {
            System.arraycopy(value.value, value.at, out, to, value.size);
            return;
        }
        int rows = value.dims[arrays];
        int columns = value.dims[arrays + 1];
        int count = rows * columns == 0 ? 0 : value.size / (rows * columns);
        for (int k = 0; k < count; k++) {
            int block = k * rows * columns;
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    out[to + block + i * columns + j] = value.value[value.at + block + j * rows + i];
                }
            }
        }
    }
}
