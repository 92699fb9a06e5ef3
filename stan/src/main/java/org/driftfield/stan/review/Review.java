package org.driftfield.stan.review;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.tree.Constraint;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Note;
import org.driftfield.stan.tree.Position;
import org.driftfield.stan.tree.Program;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;
import org.driftfield.stan.tree.Walker;

/**
 * Reads a program for what is legal and probably not meant: integer division, variables that are read and never set, parameters
 * without a prior, hard bounds in place of one, a density of a transformed parameter without its Jacobian.
 */
public final class Review extends Walker {
    private static final Set<String> LINEAR = Set.of("+", "-", "u-", "u+", "to_vector", "to_array_1d", "to_row_vector");

    private final List<Note> notes = new ArrayList<>();
    private final Set<Variable> assigned = new HashSet<>();
    private final Map<Variable, Position> blank = new LinkedHashMap<>();
    private final Set<Variable> read = new HashSet<>();
    private final Set<Variable> withDensity = new HashSet<>();
    /** What each variable was made of. */
    private final Map<Variable, Set<Variable>> madeOf = new HashMap<>();

    private Review() {}

    /** The notes on a program, in order of lines. */
    public static List<Note> of(Program program) {
        Review review = new Review();
        for (Function function : program.functions()) {
            review.walk(function.body());
        }
        review.walk(program.transformedData());
        review.walk(program.transformedParameters());
        review.walk(program.model());
        review.walk(program.generatedQuantities());
        review.unset();
        review.priors(program);
        List<Note> sorted = new ArrayList<>(review.notes);
        sorted.sort((a, b) -> a.at().line() != b.at().line()
                ? Integer.compare(a.at().line(), b.at().line())
                : Integer.compare(a.at().column(), b.at().column()));
        return sorted;
    }

    private void note(Position at, String text) {
        notes.add(new Note(at, text));
    }

    @Override
    protected void visit(Stmt stmt) {
        if (stmt instanceof Stmt.Declare declare) {
            boolean empty = declare.sizes().stream()
                    .anyMatch(size -> size instanceof Expr.IntLiteral literal && literal.value() == 0);
            if (declare.value() == null && !empty) {
                blank.put(declare.variable(), declare.at());
            } else if (declare.value() != null) {
                madeOf.computeIfAbsent(declare.variable(), v -> new HashSet<>()).addAll(variables(declare.value()));
            }
        } else if (stmt instanceof Stmt.Assign assign) {
            assigned.add(assign.target());
            madeOf.computeIfAbsent(assign.target(), v -> new HashSet<>()).addAll(variables(assign.value()));
        } else if (stmt instanceof Stmt.Sample sample) {
            sample(sample);
        }
    }

    private void sample(Stmt.Sample sample) {
        List<Expr> arguments = sample.density() instanceof Expr.Call call
                ? call.arguments()
                : ((Expr.UserCall) sample.density()).arguments();
        Expr left = arguments.get(0);
        if (left instanceof Expr.Call call
                && !call.data()
                && !LINEAR.contains(call.function().name())) {
            note(
                    sample.at(),
                    "a density of '" + call.function().name()
                            + "(…)' of parameters: unless it is linear in them, the log"
                            + " of its derivative must be added to target");
        }
        if (sample.density() instanceof Expr.Call call && call.function().name().startsWith("uniform_lp")) {
            note(
                    sample.at(),
                    "a uniform prior has hard bounds, which must be those of the declaration; where they are not physical,"
                            + " a prior that fades out is safer");
        }
    }

    @Override
    protected void visit(Expr expr) {
        if (expr instanceof Expr.Read use) {
            read.add(use.variable());
        } else if (expr instanceof Expr.Call call) {
            if (call.function().name().equals("/") && call.function().result().equals(Type.INT)) {
                note(call.at(), "division of integers drops the remainder; write %/% if that is meant, or 1.0 * a / b");
            }
            if (call.function().name().endsWith("_lpdf")
                    || call.function().name().endsWith("_lpmf")) {
                withDensity.addAll(variables(call.arguments().get(0)));
            }
        } else if (expr instanceof Expr.UserCall call && call.function().kind() == Function.Kind.DENSITY) {
            withDensity.addAll(variables(call.arguments().get(0)));
        }
    }

    private void unset() {
        blank.forEach((variable, at) -> {
            if (read.contains(variable) && !assigned.contains(variable)) {
                note(at, variable + " is read but never set: its elements are NaN");
            }
        });
    }

    private void priors(Program program) {
        // A density of something that is made of one parameter is a prior of that parameter.
        Set<Variable> covered = new HashSet<>(withDensity);
        for (Variable variable : withDensity) {
            covered.addAll(madeOf.getOrDefault(variable, Set.of()));
        }
        for (Stmt.Declare declare : program.parameters()) {
            Variable parameter = declare.variable();
            if (!covered.contains(parameter)) {
                boolean bounded = declare.constraint() instanceof Constraint.Bounds bounds
                        && bounds.lower() != null
                        && bounds.upper() != null;
                boolean proper =
                        bounded || (declare.constraint() instanceof Constraint.Structured set && set.bounded());
                note(
                        declare.at(),
                        parameter
                                + (proper
                                        ? " has no prior: it is uniform on what its declaration allows"
                                        : " has no prior: it is flat without end, and the posterior proper only if the data"
                                                + " make it so"));
            }
        }
    }

    private static Set<Variable> variables(Expr expr) {
        Set<Variable> found = new HashSet<>();
        new Walker() {
            @Override
            protected void visit(Stmt stmt) {}

            @Override
            protected void visit(Expr part) {
                if (part instanceof Expr.Read use) {
                    found.add(use.variable());
                }
            }
        }.walk(expr);
        return found;
    }
}
