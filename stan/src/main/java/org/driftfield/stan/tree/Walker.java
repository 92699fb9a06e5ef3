package org.driftfield.stan.tree;

import java.util.List;

/** Visits every statement and expression of a tree, parents first. */
public abstract class Walker {
    protected abstract void visit(Stmt stmt);

    protected abstract void visit(Expr expr);

    public final void walk(List<? extends Stmt> statements) {
        statements.forEach(this::walk);
    }

    public final void walk(Stmt stmt) {
        if (stmt == null) {
            return;
        }
        visit(stmt);
        if (stmt instanceof Stmt.Declare declare) {
            declare.sizes().forEach(this::walk);
            walk(declare.value());
        } else if (stmt instanceof Stmt.Assign assign) {
            assign.subscripts().forEach(this::walk);
            walk(assign.value());
        } else if (stmt instanceof Stmt.AddTarget add) {
            walk(add.value());
        } else if (stmt instanceof Stmt.AddJacobian add) {
            walk(add.value());
        } else if (stmt instanceof Stmt.Sample sample) {
            walk(sample.density());
            if (sample.truncation() != null) {
                // What it is divided by has nothing in it that is not in these and the density.
                walk(sample.truncation().lower());
                walk(sample.truncation().upper());
            }
        } else if (stmt instanceof Stmt.Run run) {
            walk(run.call());
        } else if (stmt instanceof Stmt.Say say) {
            say.parts().forEach(part -> walk(part.value()));
        } else if (stmt instanceof Stmt.If branch) {
            walk(branch.condition());
            walk(branch.yes());
            walk(branch.no());
        } else if (stmt instanceof Stmt.For loop) {
            walk(loop.from());
            walk(loop.to());
            walk(loop.body());
        } else if (stmt instanceof Stmt.ForEach loop) {
            walk(loop.values());
            walk(loop.body());
        } else if (stmt instanceof Stmt.While loop) {
            walk(loop.condition());
            walk(loop.body());
        } else if (stmt instanceof Stmt.Block block) {
            walk(block.statements());
        } else if (stmt instanceof Stmt.Return ending) {
            walk(ending.value());
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

    public final void walk(Expr expr) {
        if (expr == null) {
            return;
        }
        visit(expr);
        if (expr instanceof Expr.Index index) {
            walk(index.base());
            index.subscripts().forEach(this::walk);
        } else if (expr instanceof Expr.Call call) {
            call.arguments().forEach(this::walk);
        } else if (expr instanceof Expr.UserCall call) {
            call.arguments().forEach(this::walk);
        } else if (expr instanceof Expr.HigherCall call) {
            call.arguments().forEach(this::walk);
        } else if (expr instanceof Expr.Logical logical) {
            walk(logical.left());
            walk(logical.right());
        } else if (expr instanceof Expr.Choice choice) {
            walk(choice.condition());
            walk(choice.yes());
            walk(choice.no());
        } else if (expr instanceof Expr.ArrayLiteral literal) {
            literal.elements().forEach(this::walk);
        } else if (expr instanceof Expr.RowLiteral literal) {
            literal.elements().forEach(this::walk);
        }
    }
}
