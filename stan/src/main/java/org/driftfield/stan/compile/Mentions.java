package org.driftfield.stan.compile;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Subscript;
import org.driftfield.stan.tree.Variable;

/** The variables that a statement reads, writes and declares. */
final class Mentions {
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

    private void walk(Stmt statement) {
        if (statement == null) {
            return;
        }
        if (statement instanceof Stmt.Declare declare) {
            declared.add(declare.variable());
            walk(declare.sizes());
            walk(declare.value());
        } else if (statement instanceof Stmt.Assign assign) {
            written.add(assign.target());
            assign.subscripts().forEach(this::walk);
            walk(assign.value());
        } else if (statement instanceof Stmt.AddTarget add) {
            walk(add.value());
        } else if (statement instanceof Stmt.AddJacobian add) {
            walk(add.value());
        } else if (statement instanceof Stmt.Sample sample) {
            walk(sample.density());
            if (sample.truncation() != null) {
                walk(sample.truncation().lower());
                walk(sample.truncation().upper());
                walk(sample.truncation().normalizer());
            }
        } else if (statement instanceof Stmt.Run run) {
            walk(run.call());
        } else if (statement instanceof Stmt.Say say) {
            say.parts().forEach(part -> walk(part.value()));
        } else if (statement instanceof Stmt.If branch) {
            walk(branch.condition());
            walk(branch.yes());
            walk(branch.no());
        } else if (statement instanceof Stmt.For loop) {
            declared.add(loop.variable());
            walk(loop.from());
            walk(loop.to());
            walk(loop.body());
        } else if (statement instanceof Stmt.ForEach loop) {
            declared.add(loop.variable());
            walk(loop.values());
            walk(loop.body());
        } else if (statement instanceof Stmt.While loop) {
            walk(loop.condition());
            walk(loop.body());
        } else if (statement instanceof Stmt.Block block) {
            block.statements().forEach(this::walk);
        } else if (statement instanceof Stmt.Return end) {
            walk(end.value());
        }
    }

    private void walk(List<Expr> list) {
        list.forEach(this::walk);
    }

    private void walk(Expr expr) {
        if (expr instanceof Expr.Read found) {
            read.add(found.variable());
        } else if (expr instanceof Expr.Index index) {
            walk(index.base());
            index.subscripts().forEach(this::walk);
        } else if (expr instanceof Expr.Call call) {
            walk(call.arguments());
        } else if (expr instanceof Expr.UserCall call) {
            walk(call.arguments());
        } else if (expr instanceof Expr.HigherCall call) {
            walk(call.arguments());
        } else if (expr instanceof Expr.Logical logical) {
            walk(logical.left());
            walk(logical.right());
        } else if (expr instanceof Expr.Choice choice) {
            walk(choice.condition());
            walk(choice.yes());
            walk(choice.no());
        } else if (expr instanceof Expr.ArrayLiteral array) {
            walk(array.elements());
        } else if (expr instanceof Expr.RowLiteral row) {
            walk(row.elements());
        } else if (expr instanceof Expr.Target) {
            target = true;
        }
    }

    private void walk(Subscript subscript) {
        if (subscript instanceof Subscript.One one) {
            walk(one.index());
        } else if (subscript instanceof Subscript.Many many) {
            walk(many.indexes());
        } else if (subscript instanceof Subscript.Range range) {
            walk(range.from());
            walk(range.to());
        }
    }
}
