package org.driftfield.stan.compile;

import java.util.Arrays;
import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.tape.TapeProgram;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Subscript;
import org.driftfield.stan.tree.Variable;

/** From statements of the tree to steps. */
final class Statements {
    /** Steps beyond this make a program too large to be worth it. */
    private static final int LARGEST = 60_000;

    private final Build build;
    private final Expressions expressions;
    private final Assignments assignments;
    private final Flow flow;
    private final Blocks.Plan plan;
    private final Leftovers leftovers;
    private boolean lenient;

    Statements(Build build, TapeProgram tape, Blocks.Plan plan) {
        this.build = build;
        this.plan = plan;
        this.assignments = new Assignments(tape.program());
        this.lenient = plan.lenient();
        this.flow = new Flow(build, this, plan, tape);
        this.expressions = new Expressions(build, flow);
        this.leftovers = new Leftovers(build, expressions, tape);
    }

    Expressions expressions() {
        return expressions;
    }

    Flow flow() {
        return flow;
    }

    void all(List<Stmt> list) {
        for (Stmt statement : list) {
            one(statement);
        }
    }

    /** The statement as steps; what can't be is left to the tape, in the smallest parts, if the plan allows it. */
    void one(Stmt statement) {
        if (!lenient) {
            lower(statement);
            return;
        }
        Build.Mark mark = build.mark();
        Flow.Mark control = flow.mark();
        lenient = false;
        try {
            lower(statement);
            return;
        } catch (Unsupported e) {
            if (e.everywhere()) {
                throw e;
            }
            build.reset(mark);
            flow.reset(control);
        } finally {
            lenient = true;
        }
        try {
            lower(statement);
        } catch (Unsupported e) {
            if (e.everywhere()) {
                throw e;
            }
            build.reset(mark);
            flow.reset(control);
            leftovers.add(statement, flow.running(), e.getMessage());
        }
    }

    private void lower(Stmt statement) {
        if (build.steps().size() > LARGEST) {
            throw new Unsupported(CompiledProgram.TOO_LONG, true);
        }
        if (statement instanceof Stmt.Declare declare) {
            declare(declare);
        } else if (statement instanceof Stmt.Assign assign) {
            assign(assign);
        } else if (statement instanceof Stmt.AddTarget add) {
            target(add.value(), false);
        } else if (statement instanceof Stmt.AddJacobian add) {
            target(add.value(), false);
        } else if (statement instanceof Stmt.Sample sample) {
            sample(sample);
        } else if (statement instanceof Stmt.Run run && run.call() instanceof Expr.UserCall call) {
            flow.call(call.function(), expressions.all(call.arguments()), call);
        } else if (statement instanceof Stmt.If branch) {
            flow.branch(branch);
        } else if (statement instanceof Stmt.For
                || statement instanceof Stmt.ForEach
                || statement instanceof Stmt.While) {
            flow.loop(statement);
        } else if (statement instanceof Stmt.Block block) {
            all(block.statements());
        } else if (statement instanceof Stmt.Say say && (say.effect() != Stmt.Effect.PRINT || build.inBranch())) {
            // The tape, asked what is wrong with the point, says what is to be said.
            build.add(new Step.Fail(statement.at().toString()));
        } else {
            throw new Unsupported(statement.at() + ": a statement that is left to the tape");
        }
    }

    private void declare(Stmt.Declare declare) {
        int[] dims = declare.sizes().stream().mapToInt(expressions::known).toArray();
        Variable variable = declare.variable();
        if (tracked(variable)) {
            if (!build.once()) {
                throw new Unsupported(declare.at() + ": an integer that changes");
            }
            build.values.put(variable, declare.value() == null ? unset(variable) : followed(declare.value()));
            return;
        }
        if (declare.value() == null) {
            Val val = build.variable(variable, dims);
            int at = val.piece().at().constant();
            boolean active = val.piece().active();
            Num unset = Num.of(variable.type().base() == Type.Base.INT ? Integer.MIN_VALUE : Double.NaN);
            build.each(val.size(), k -> {
                Idx to = k.plus(at);
                build.add(new Step.Set(to, unset, active, build.overwrites(to)));
            });
            return;
        }
        Val value = expressions.of(declare.value());
        if (!Arrays.equals(value.dims(), dims)) {
            throw new Unsupported(declare.at() + ": sizes that do not agree");
        }
        if (value.constant() != null && assignments.count(variable) == 1) {
            build.values.put(variable, value.as(variable.type(), dims));
            return;
        }
        store(build.variable(variable, dims), value, assignments.count(variable) > 1);
    }

    /** Whether an integer is followed: it changes, and depends on data alone. */
    private boolean tracked(Variable variable) {
        return plan.track() && variable.data() && variable.type().equals(Type.INT) && assignments.count(variable) > 1;
    }

    private static Val unset(Variable variable) {
        return Val.scalar(variable.type(), Num.of(Integer.MIN_VALUE));
    }

    private Val followed(Expr value) {
        Val val = expressions.of(value);
        if (val.constant() == null) {
            throw Val.unsupported(value, "an integer that is not known before");
        }
        return val;
    }

    /** Writes a value to where another lies. */
    void store(Val to, Val value, boolean again) {
        Idx at = to.piece().at();
        build.each(value.size(), k -> {
            Idx place = at.plus(k);
            build.add(new Step.Set(place, value.at(k), to.piece().active(), again || build.overwrites(place)));
        });
    }

    private void assign(Stmt.Assign assign) {
        Variable variable = assign.target();
        if (tracked(variable)) {
            if (!build.once()) {
                throw new Unsupported(assign.at() + ": an integer that changes");
            }
            Val value = followed(assign.value());
            Val old = build.values.get(variable);
            build.values.put(
                    variable,
                    assign.operator() == null ? value : build.frozen(combined(assign.operator(), old, value, assign)));
            return;
        }
        Val whole = build.values.get(variable);
        if (whole == null || whole.piece() == null || whole.piece().data()) {
            throw new Unsupported(assign.at() + ": a variable without a place");
        }
        Val old = whole;
        java.util.function.Function<Idx, Idx> places = k -> k;
        if (!assign.subscripts().isEmpty()) {
            Selection selection = expressions.selection(whole, assign.subscripts(), assign.type());
            Idx start = selection.start();
            places = start != null ? start::plus : selection::base;
            old = expressions.select(whole, assign.subscripts(), assign.type());
        }
        Val value = expressions.of(assign.value());
        boolean repeats = assign.subscripts().stream().anyMatch(Subscript.Many.class::isInstance);
        if (!value.isScalar() && value.constant() == null && (repeats || Reads.any(assign.value(), variable))) {
            value = build.copied(value);
        }
        if (assign.operator() != null) {
            if (repeats) {
                old = build.copied(old);
            }
            value = combined(assign.operator(), old, value, assign);
        }
        if (!Arrays.equals(old.dims(), value.dims())) {
            throw new Unsupported(assign.at() + ": sizes that do not agree");
        }
        boolean again = repeats || assignments.count(variable) > 1;
        Idx at = whole.piece().at();
        boolean active = whole.piece().active();
        Val result = value;
        java.util.function.Function<Idx, Idx> map = places;
        build.each(result.size(), k -> {
            Idx place = at.plus(map.apply(k));
            build.add(new Step.Set(place, result.at(k), active, again || build.overwrites(place)));
        });
    }

    private Val combined(Library.Resolved operator, Val old, Val value, Stmt.Assign assign) {
        Expr.Read dummy = new Expr.Read(assign.at(), assign.target());
        Expr.Call call = new Expr.Call(assign.at(), operator, List.of(dummy, assign.value()), false, false);
        return expressions.calls().call(call, List.of(old, value));
    }

    /** Adds to the target; sums are taken apart, so that each term stands alone. */
    private void target(Expr value, boolean negative) {
        if (!negative && value instanceof Expr.Call call) {
            if (call.function().name().equals("+") && call.type().equals(Type.REAL)) {
                call.arguments().forEach(argument -> target(argument, false));
                return;
            }
            if (density(call)) {
                return;
            }
        }
        Val val = expressions.of(value);
        build.each(val.size(), k -> {
            Num num = negative ? Num.apply(Scalar.NEGATE, val.at(k)) : val.at(k);
            build.add(new Step.Term(num));
        });
    }

    private boolean density(Expr.Call call) {
        Densities densities = expressions.calls().densities();
        if (!call.function().name().contains("_l")) {
            return false;
        }
        List<Val> arguments = expressions.all(call.arguments());
        var kernel = densities.kernel(call.function(), arguments);
        if (kernel.isPresent()) {
            densities.add(call.function().name(), kernel.get(), arguments);
            return true;
        }
        Val val = expressions.calls().call(call, arguments);
        build.each(val.size(), k -> build.add(new Step.Term(val.at(k))));
        return true;
    }

    private void sample(Stmt.Sample sample) {
        Stmt.Truncation truncation = sample.truncation();
        if (truncation == null) {
            target(sample.density(), false);
            return;
        }
        Expr outcome = sample.density() instanceof Expr.Call call
                ? call.arguments().get(0)
                : ((Expr.UserCall) sample.density()).arguments().get(0);
        Num y = expressions.number(outcome);
        outside(y, truncation.lower(), Scalar.LESS, sample);
        outside(y, truncation.upper(), Scalar.GREATER, sample);
        target(sample.density(), false);
        target(truncation.normalizer(), true);
    }

    private void outside(Num y, Expr bound, Scalar comparison, Stmt.Sample sample) {
        if (bound != null) {
            Num test = Num.apply(comparison, y, expressions.number(bound));
            Step fail = new Step.Fail(sample.at() + ": outside the truncation");
            if (!(test instanceof Num.Const c)) {
                build.add(new Step.Branch(test, !Reads.variables(test), List.of(fail), List.of()));
            } else if (c.value() != 0) {
                build.add(fail);
            }
        }
    }
}
