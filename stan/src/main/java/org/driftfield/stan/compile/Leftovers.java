package org.driftfield.stan.compile;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tape.Part;
import org.driftfield.stan.tape.TapeProgram;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;

/** Statements that are left to the tape, between others that are compiled. */
final class Leftovers {
    private final Build build;
    private final Expressions expressions;
    private final TapeProgram tape;

    Leftovers(Build build, Expressions expressions, TapeProgram tape) {
        this.build = build;
        this.expressions = expressions;
        this.tape = tape;
    }

    /**
     * A step for the statement.
     *
     * @param function that it stands in; null for a block of the program
     * @param reason why it is not compiled
     */
    void add(Stmt statement, Function function, String reason) {
        if (Reads.leaves(statement)) {
            throw new Unsupported(reason);
        }
        Mentions mentions = Mentions.of(statement);
        if (mentions.readsTarget() || build.keepsDensity()) {
            throw new Unsupported(reason);
        }
        Set<Variable> written = new LinkedHashSet<>(mentions.written());
        Set<Variable> read = new LinkedHashSet<>(mentions.read());
        if (statement instanceof Stmt.Declare declare) {
            int[] dims = declare.sizes().stream().mapToInt(expressions::known).toArray();
            build.variable(declare.variable(), dims);
            written.add(declare.variable());
        } else {
            written.removeAll(mentions.declared());
            // What is assigned in part, or in one branch alone, keeps the rest.
            read.addAll(written);
        }
        read.removeAll(mentions.declared());
        if (function == null) {
            read.removeIf(variable -> tape.constants().containsKey(variable));
        }
        List<Step.Operand> inputs = new ArrayList<>();
        for (Variable variable : read) {
            inputs.add(operand(variable, reason));
        }
        List<Step.Operand> outputs = new ArrayList<>();
        for (Variable variable : written) {
            Step.Operand operand = operand(variable, reason);
            if (operand.data()) {
                throw new Unsupported(reason);
            }
            outputs.add(operand);
        }
        Part part = tape.part(statement, function, List.copyOf(read), List.copyOf(written));
        build.add(new Step.Interpreted(part, inputs, outputs, build.once()));
        build.leave(reason);
    }

    private Step.Operand operand(Variable variable, String reason) {
        Val val = build.values.get(variable);
        if (val == null) {
            throw new Unsupported(reason);
        }
        Val solid = build.solid(val);
        Arg arg = new Arg(variable.type());
        arg.dims = val.dims();
        arg.size = val.size();
        Val.Piece piece = solid.piece();
        return new Step.Operand(piece.data(), piece.at(), arg, piece.active());
    }
}
