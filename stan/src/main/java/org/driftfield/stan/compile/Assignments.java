package org.driftfield.stan.compile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Program;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;

/** In how many places each variable is assigned. */
final class Assignments {
    private final Map<Variable, Integer> counts = new HashMap<>();

    Assignments(Program program) {
        for (List<Stmt> block : List.of(program.transformedParameters(), program.model())) {
            block.forEach(statement -> walk(statement, this::seen));
        }
        for (Function function : program.functions()) {
            walk(function.body(), this::seen);
        }
    }

    private void seen(Variable variable) {
        counts.merge(variable, 1, Integer::sum);
    }

    int count(Variable variable) {
        return counts.getOrDefault(variable, 0);
    }

    /** The variables that a statement assigns, or declares with a value. */
    static Set<Variable> in(Stmt statement) {
        Set<Variable> assigned = new HashSet<>();
        walk(statement, assigned::add);
        return assigned;
    }

    private static void walk(Stmt statement, Consumer<Variable> seen) {
        if (statement instanceof Stmt.Declare declare) {
            if (declare.value() != null) {
                seen.accept(declare.variable());
            }
        } else if (statement instanceof Stmt.Assign assign) {
            seen.accept(assign.target());
        } else if (statement instanceof Stmt.If branch) {
            walk(branch.yes(), seen);
            if (branch.no() != null) {
                walk(branch.no(), seen);
            }
        } else if (statement instanceof Stmt.For loop) {
            walk(loop.body(), seen);
        } else if (statement instanceof Stmt.ForEach loop) {
            walk(loop.body(), seen);
        } else if (statement instanceof Stmt.While loop) {
            walk(loop.body(), seen);
        } else if (statement instanceof Stmt.Block block) {
            block.statements().forEach(inside -> walk(inside, seen));
        }
    }
}
