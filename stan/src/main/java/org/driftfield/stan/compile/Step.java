package org.driftfield.stan.compile;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.tape.Part;
import org.driftfield.transform.Transform;

/** A statement of a compiled program. */
sealed interface Step {
    /** What it does on a kernel for long vectors, in words; empty for steps that do not use one. */
    default Optional<String> kernel() {
        return Optional.empty();
    }

    /**
     * A variable gets a value.
     *
     * @param active whether it has an adjoint
     * @param save whether the old value is needed again on the way back
     */
    record Set(Idx at, Num value, boolean active, boolean save) implements Step {}

    /** A value is added to a variable whose value in between nobody reads. */
    record Accumulate(Idx at, Num value) implements Step {}

    /** A term of the log density. */
    record Term(Num value) implements Step {}

    /** A loop from {@code from} to {@code to}, both included. */
    record Loop(Idx.Loop variable, Idx from, Idx to, List<Step> body) implements Step {}

    /**
     * A loop that goes on while a number is not zero.
     *
     * @param before what is done before each time it is asked
     */
    record While(List<Step> before, Num condition, List<Step> body) implements Step {}

    /**
     * A branch.
     *
     * @param stable whether the condition can be computed again on the way back
     */
    record Branch(Num condition, boolean stable, List<Step> yes, List<Step> no) implements Step {}

    /** The program says that the density is zero here. */
    record Fail(String message) implements Step {}

    /** What the declaration of a transformed parameter demands of a number. */
    record Demand(Num value, Num lower, Num upper, String name) implements Step {}

    /**
     * A function of the library on whole values.
     *
     * @param arguments with types and sizes; their places are set before each use
     * @param once whether it is computed once in an evaluation, so that what it leaves for the way back stays
     */
    record Call(Op op, List<Operand> arguments, Operand result, int workAt, boolean once, boolean save)
            implements Step {}

    /**
     * Statements that the tape runs, which may also add to the log density.
     *
     * @param once whether they run once in an evaluation, so that what they leave for the way back stays
     */
    record Interpreted(Part part, List<Operand> inputs, List<Operand> outputs, boolean once) implements Step {}

    /** A value that lies in one piece: in the data or in the variables. */
    record Operand(boolean data, Idx at, Arg arg, boolean active) {}

    /** v[resultAt …] = X b for a matrix of data, column after column; all its columns. */
    record Product(double[] matrix, int[] columns, int rows, Idx vectorAt, boolean active, int resultAt, boolean save)
            implements Step {
        @Override
        public Optional<String> kernel() {
            return Optional.of("a product with a matrix of data, " + rows + " x " + columns.length);
        }
    }

    /** The log likelihood of outcomes in the data given predictors among the variables; a kernel that runs on vectors. */
    record Likelihood(Kind kind, int outcomeAt, int predictorAt, int count) implements Step {
        enum Kind {
            BERNOULLI_LOGIT,
            POISSON_LOG
        }

        @Override
        public Optional<String> kernel() {
            return Optional.of(kind.name().toLowerCase(Locale.ROOT) + " over " + count + " rows");
        }
    }

    /** What the declaration of a transformed parameter demands of its vectors or matrices. */
    record Verify(Transform transform, int at, int count, String name) implements Step {}
}
