package org.driftfield.stan.compile;

import java.util.LinkedHashSet;
import java.util.Set;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;
import org.driftfield.stan.tree.Walker;

/** The variables that a statement reads, writes and declares. */
final class Mentions extends Walker {
    private final Set<Variable> read = new LinkedHashSet<>();
    private final Set<Variable> written = new LinkedHashSet<>();
    private final Set<Variable> declared = new LinkedHashSet<>();
    private boolean target;

    private Mentions() {}

    static Mentions of(Stmt statement) {
        Mentions mentions = new Mentions();
        mentions.walk(statement);
        return mentions;
    }

    Set<Variable> read() {
        return read;
    }

    Set<Variable> written() {
        return written;
    }

    /** Those that it declares, variables of loops too. */
    Set<Variable> declared() {
        return declared;
    }

    /** Whether it asks for the log density so far. */
    boolean readsTarget() {
        return target;
    }

    @Override
    protected void visit(Stmt statement) {
        if (statement instanceof Stmt.Declare declare) {
            declared.add(declare.variable());
        } else if (statement instanceof Stmt.Assign assign) {
            written.add(assign.target());
        } else if (statement instanceof Stmt.For loop) {
            declared.add(loop.variable());
        } else if (statement instanceof Stmt.ForEach loop) {
            declared.add(loop.variable());
        }
    }

    @Override
    protected void visit(Expr expr) {
        if (expr instanceof Expr.Read found) {
            read.add(found.variable());
        } else if (expr instanceof Expr.Target) {
            target = true;
        }
    }
}
