package org.driftfield.stan.tape;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Program;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;

/** Which variables are somewhere assigned to in part: their values must not be shared. */
final class Mutated {
    private final Set<Variable> variables = new HashSet<>();

    Mutated(Program program) {
        for (Function function : program.functions()) {
            if (function.body() != null) {
                walk(function.body());
            }
        }
        walk(program.transformedData());
        walk(program.transformedParameters());
        walk(program.model());
        walk(program.generatedQuantities());
    }

    private void walk(List<Stmt> statements) {
        statements.forEach(this::walk);
    }

    private void walk(Stmt stmt) {
        if (stmt instanceof Stmt.Assign assign && !assign.subscripts().isEmpty()) {
            variables.add(assign.target());
        } else if (stmt instanceof Stmt.Block block) {
            walk(block.statements());
        } else if (stmt instanceof Stmt.If branch) {
            walk(branch.yes());
            if (branch.no() != null) {
                walk(branch.no());
            }
        } else if (stmt instanceof Stmt.For loop) {
            walk(loop.body());
        } else if (stmt instanceof Stmt.ForEach loop) {
            walk(loop.body());
        } else if (stmt instanceof Stmt.While loop) {
            walk(loop.body());
        }
    }

    boolean contains(Variable variable) {
        return variables.contains(variable);
    }

    /** Whether what is assigned must be copied, as it may be, or become, part of a value that changes in place. */
    boolean mustCopy(Variable target, Expr value) {
        return !fresh(value) && (contains(target) || shares(value));
    }

    private static boolean fresh(Expr value) {
        return value instanceof Expr.Call call && call.arguments().stream().anyMatch(a -> !a.data());
    }

    /** Whether the value may lie inside a variable that changes in place. */
    boolean shares(Expr value) {
        if (value instanceof Expr.Read read) {
            return contains(read.variable());
        }
        if (value instanceof Expr.Index index) {
            return shares(index.base());
        }
        if (value instanceof Expr.UserCall call) {
            return call.arguments().stream().anyMatch(this::shares);
        }
        if (value instanceof Expr.Choice choice) {
            return shares(choice.yes()) || shares(choice.no());
        }
        return false;
    }
}
