package org.driftfield.stan.parse;

import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Stmt;

/** Whether what comes after a statement can be reached. */
final class Endless {
    private Endless() {}

    /** True if the statement always returns, rejects or never ends. */
    static boolean ends(Stmt statement) {
        if (statement instanceof Stmt.Return) {
            return true;
        } else if (statement instanceof Stmt.Say say) {
            return say.effect() != Stmt.Effect.PRINT;
        } else if (statement instanceof Stmt.Block block) {
            return block.statements().stream().anyMatch(Endless::ends);
        } else if (statement instanceof Stmt.If branch) {
            return branch.no() != null && ends(branch.yes()) && ends(branch.no());
        } else if (statement instanceof Stmt.While loop) {
            return loop.condition() instanceof Expr.IntLiteral one && one.value() != 0 && !breaks(loop.body());
        }
        return false;
    }

    private static boolean breaks(Stmt statement) {
        if (statement instanceof Stmt.Break) {
            return true;
        } else if (statement instanceof Stmt.Block block) {
            return block.statements().stream().anyMatch(Endless::breaks);
        } else if (statement instanceof Stmt.If branch) {
            return breaks(branch.yes()) || (branch.no() != null && breaks(branch.no()));
        }
        return false;
    }
}
