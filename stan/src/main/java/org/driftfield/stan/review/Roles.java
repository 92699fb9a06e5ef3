package org.driftfield.stan.review;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Program;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;
import org.driftfield.stan.tree.Walker;

/**
 * What the names of a program are for, as far as its text tells.
 *
 * @param observed data that have a distribution in the model block; all other data are given
 * @param predicted generated quantities that are drawn by an {@code _rng} function
 */
public record Roles(List<String> observed, List<String> predicted) {
    /** Reads a program. */
    public static Roles of(Program program) {
        Set<Variable> data = program.data().stream().map(Stmt.Declare::variable).collect(Collectors.toSet());
        Set<String> observed = new LinkedHashSet<>();
        new Walker() {
            @Override
            protected void visit(Stmt stmt) {}

            @Override
            protected void visit(Expr expr) {
                List<Expr> arguments = expr instanceof Expr.Call call
                                && isDensity(call.function().name())
                        ? call.arguments()
                        : expr instanceof Expr.UserCall call
                                        && isDensity(call.function().name())
                                ? call.arguments()
                                : List.of();
                if (!arguments.isEmpty()) {
                    Expr first = arguments.get(0);
                    while (first instanceof Expr.Index index) {
                        first = index.base();
                    }
                    if (first instanceof Expr.Read read && data.contains(read.variable())) {
                        observed.add(read.variable().name());
                    }
                }
            }
        }.walk(program.model());
        Set<String> predicted = new LinkedHashSet<>();
        new Walker() {
            @Override
            protected void visit(Stmt stmt) {
                if (stmt instanceof Stmt.Assign assign && draws(assign.value())) {
                    predicted.add(assign.target().name());
                } else if (stmt instanceof Stmt.Declare declare && draws(declare.value())) {
                    predicted.add(declare.variable().name());
                }
            }

            @Override
            protected void visit(Expr expr) {}
        }.walk(program.generatedQuantities());
        Set<String> shown = program.generatedQuantities().stream()
                .filter(Stmt.Declare.class::isInstance)
                .map(stmt -> ((Stmt.Declare) stmt).variable().name())
                .collect(Collectors.toSet());
        predicted.retainAll(shown);
        return new Roles(List.copyOf(observed), List.copyOf(predicted));
    }

    private static boolean isDensity(String function) {
        return function.endsWith("_lpdf")
                || function.endsWith("_lpmf")
                || function.endsWith("_lupdf")
                || function.endsWith("_lupmf");
    }

    private static boolean draws(Expr expr) {
        List<Expr> found = new ArrayList<>();
        new Walker() {
            @Override
            protected void visit(Stmt stmt) {}

            @Override
            protected void visit(Expr inner) {
                if ((inner instanceof Expr.Call call && call.function().name().endsWith("_rng"))
                        || (inner instanceof Expr.UserCall user
                                && user.function().name().endsWith("_rng"))) {
                    found.add(inner);
                }
            }
        }.walk(expr);
        return !found.isEmpty();
    }
}
