package org.driftfield.stan.tape;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.stan.tree.Constraint;
import org.driftfield.stan.tree.Stmt;

/** A block whose variables are checked at its end. */
final class BlockCode {
    private final Action statements;
    private final List<Stmt.Declare> declared = new ArrayList<>();
    private final List<Stmt.Declare> constrained = new ArrayList<>();
    private final List<Checks.Check> checks = new ArrayList<>();

    BlockCode(List<Stmt> block, Statements statements, Expressions expressions) {
        this.statements = statements.block(block);
        for (Stmt stmt : block) {
            if (stmt instanceof Stmt.Declare declare) {
                declared.add(declare);
                if (!(declare.constraint() instanceof Constraint.None)) {
                    constrained.add(declare);
                    checks.add(Checks.of(declare, expressions));
                }
            }
        }
    }

    List<Stmt.Declare> declared() {
        return declared;
    }

    void run(Machine m) {
        statements.run(m);
        for (int i = 0; i < checks.size(); i++) {
            Stmt.Declare declare = constrained.get(i);
            String fault = checks.get(i).fault(m, m.stack[declare.variable().slot()]);
            if (fault != null) {
                throw new Rejection(declare.at(), fault);
            }
        }
    }
}
