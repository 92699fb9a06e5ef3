package org.driftfield.stan.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Subscript;
import org.driftfield.stan.tree.Variable;

/** What something depends on. */
final class Reads {
    private Reads() {}

    /** Whether the number is made of variables, whose values change as the program runs. */
    static boolean variables(Num num) {
        if (num instanceof Num.Load) {
            return true;
        } else if (num instanceof Num.Datum datum) {
            return variables(datum.at());
        } else if (num instanceof Num.OfIdx of) {
            return variables(of.index());
        } else if (num instanceof Num.Apply apply) {
            return apply.arguments().stream().anyMatch(Reads::variables);
        } else if (num instanceof Num.Kernel kernel) {
            return kernel.arguments().stream().anyMatch(Reads::variables);
        } else if (num instanceof Num.Choice choice) {
            return variables(choice.test()) || variables(choice.yes()) || variables(choice.no());
        }
        return false;
    }

    static boolean variables(Idx idx) {
        for (Idx.Term term : idx.terms().keySet()) {
            boolean found = false;
            if (term instanceof Idx.Whole whole) {
                found = variables(whole.value());
            } else if (term instanceof Idx.Checked checked) {
                found = variables(checked.index());
            } else if (term instanceof Idx.Divided divided) {
                found = variables(divided.index());
            }
            if (found) {
                return true;
            }
        }
        return false;
    }

    /**
     * The places whose adjoints each round of a loop adds to and none asks for: their sums can wait until the loop has ended. None
     * where the loop does more than numbers.
     */
    static Set<Integer> sums(List<Step> body) {
        Set<Integer> places = new TreeSet<>();
        List<Idx> written = new ArrayList<>();
        for (Step step : body) {
            if (step instanceof Step.Set set) {
                written.add(set.at());
                fixed(set.value(), places);
            } else if (step instanceof Step.Accumulate add) {
                written.add(add.at());
                fixed(add.value(), places);
            } else if (step instanceof Step.Term term) {
                fixed(term.value(), places);
            } else {
                return Set.of();
            }
        }
        for (Idx at : written) {
            places.removeIf(place -> place >= at.low() && place <= at.high());
        }
        return places;
    }

    /** The active variables of a number that lie at a fixed place. */
    private static void fixed(Num num, Set<Integer> places) {
        if (num instanceof Num.Load load && load.active() && load.at().isConstant()) {
            places.add(load.at().constant());
        } else if (num instanceof Num.Apply apply) {
            apply.arguments().forEach(argument -> fixed(argument, places));
        } else if (num instanceof Num.Kernel kernel) {
            kernel.arguments().forEach(argument -> fixed(argument, places));
        } else if (num instanceof Num.Choice choice) {
            fixed(choice.yes(), places);
            fixed(choice.no(), places);
        }
    }

    /** Whether the expression reads the variable. */
    static boolean any(Expr expr, Variable variable) {
        if (expr instanceof Expr.Read read) {
            return read.variable() == variable;
        } else if (expr instanceof Expr.Index index) {
            return any(index.base(), variable) || index.subscripts().stream().anyMatch(s -> any(s, variable));
        } else if (expr instanceof Expr.Call call) {
            return any(call.arguments(), variable);
        } else if (expr instanceof Expr.UserCall call) {
            return any(call.arguments(), variable);
        } else if (expr instanceof Expr.HigherCall call) {
            return any(call.arguments(), variable);
        } else if (expr instanceof Expr.Logical logical) {
            return any(logical.left(), variable) || any(logical.right(), variable);
        } else if (expr instanceof Expr.Choice choice) {
            return any(choice.condition(), variable) || any(choice.yes(), variable) || any(choice.no(), variable);
        } else if (expr instanceof Expr.ArrayLiteral array) {
            return any(array.elements(), variable);
        } else if (expr instanceof Expr.RowLiteral row) {
            return any(row.elements(), variable);
        }
        return false;
    }

    private static boolean any(List<Expr> list, Variable variable) {
        return list.stream().anyMatch(e -> any(e, variable));
    }

    private static boolean any(Subscript subscript, Variable variable) {
        if (subscript instanceof Subscript.One one) {
            return any(one.index(), variable);
        } else if (subscript instanceof Subscript.Many many) {
            return any(many.indexes(), variable);
        }
        Subscript.Range range = (Subscript.Range) subscript;
        return (range.from() != null && any(range.from(), variable))
                || (range.to() != null && any(range.to(), variable));
    }

    /** Whether a function can be left from inside the statement. */
    static boolean returns(Stmt statement) {
        if (statement instanceof Stmt.Return) {
            return true;
        } else if (statement instanceof Stmt.Block block) {
            return block.statements().stream().anyMatch(Reads::returns);
        } else if (statement instanceof Stmt.If branch) {
            return returns(branch.yes()) || (branch.no() != null && returns(branch.no()));
        } else if (statement instanceof Stmt.For loop) {
            return returns(loop.body());
        } else if (statement instanceof Stmt.ForEach loop) {
            return returns(loop.body());
        } else if (statement instanceof Stmt.While loop) {
            return returns(loop.body());
        }
        return false;
    }

    /** Whether the statement can end the loop around it. */
    static boolean breaks(Stmt statement) {
        return has(statement, Stmt.Break.class);
    }

    /** Whether what follows the statement may be passed over. */
    static boolean leaves(Stmt statement) {
        return has(statement, Stmt.Continue.class) || breaks(statement) || returns(statement);
    }

    /** Whether the statement has one of a kind outside of loops inside it. */
    private static boolean has(Stmt statement, Class<? extends Stmt> kind) {
        if (statement instanceof Stmt.Block block) {
            return block.statements().stream().anyMatch(inside -> has(inside, kind));
        } else if (statement instanceof Stmt.If branch) {
            return has(branch.yes(), kind) || (branch.no() != null && has(branch.no(), kind));
        }
        return kind.isInstance(statement);
    }

    /** A statement, if there is one, and those that follow it. */
    static List<Stmt> joined(Stmt first, List<Stmt> rest) {
        List<Stmt> list = new ArrayList<>();
        if (first != null) {
            list.add(first);
        }
        list.addAll(rest);
        return list;
    }
}
