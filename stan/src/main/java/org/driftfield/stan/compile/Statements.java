package org.driftfield.stan.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Subscript;
import org.driftfield.stan.tree.Variable;

/** From statements of the tree to steps; functions of the user's are written out where they are called. */
final class Statements {
    /** Loops that can't be kept are written out up to so many rounds. */
    private static final int ROUNDS = 400;

    /** Functions within functions. */
    private static final int DEEPEST = 40;

    /** Steps beyond this make a program too large to be worth it. */
    private static final int LARGEST = 60_000;

    private final Build build;
    private final Expressions expressions;
    private final Assignments assignments;
    private final boolean track;
    private int depth;

    /**
     * @param track whether integers that depend on data alone are followed while compiling, with loops that change them written
     *     out; otherwise they are variables like others
     */
    Statements(Build build, Assignments assignments, boolean track) {
        this.build = build;
        this.track = track;
        this.assignments = assignments;
        this.expressions = new Expressions(build, this::inline);
    }

    Expressions expressions() {
        return expressions;
    }

    void all(List<Stmt> list) {
        for (Stmt statement : list) {
            one(statement);
        }
    }

    private void one(Stmt statement) {
        if (build.steps().size() > LARGEST) {
            throw new Unsupported("a program that becomes too long");
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
            inline(call.function(), expressions.all(call.arguments()), call);
        } else if (statement instanceof Stmt.If branch) {
            branch(branch);
        } else if (statement instanceof Stmt.For loop) {
            loop(loop);
        } else if (statement instanceof Stmt.ForEach loop) {
            each(loop);
        } else if (statement instanceof Stmt.Block block) {
            all(block.statements());
        } else if (statement instanceof Stmt.While loop) {
            repeat(loop);
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
        return track && variable.data() && variable.type().equals(Type.INT) && assignments.count(variable) > 1;
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

    /** A loop whose condition is known each time. */
    private void repeat(Stmt.While loop) {
        for (int round = 0; round <= ROUNDS; round++) {
            if (!(expressions.number(loop.condition()) instanceof Num.Const c)) {
                throw new Unsupported(loop.at() + ": a loop whose condition is not known before");
            }
            if (c.value() == 0) {
                return;
            }
            tail(List.of(loop.body()), null);
        }
        throw new Unsupported(loop.at() + ": a loop of many rounds");
    }

    /** Writes a value to where another lies. */
    private void store(Val to, Val value, boolean again) {
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

    private void branch(Stmt.If branch) {
        Num test = expressions.number(branch.condition());
        if (test instanceof Num.Const c) {
            if (c.value() != 0) {
                one(branch.yes());
            } else if (branch.no() != null) {
                one(branch.no());
            }
            return;
        }
        List<Step> yes = build.branch(() -> one(branch.yes()));
        List<Step> no = branch.no() == null ? List.of() : build.branch(() -> one(branch.no()));
        build.add(new Step.Branch(test, !Reads.variables(test), yes, no));
    }

    private void loop(Stmt.For loop) {
        Idx from = expressions.index(loop.from());
        Idx to = expressions.index(loop.to());
        if (Reads.variables(from) || Reads.variables(to)) {
            throw new Unsupported(loop.at() + ": a loop whose bounds are computed by the program");
        }
        boolean fixed = from.isConstant() && to.isConstant();
        if (fixed && from.constant() > to.constant()) {
            return;
        }
        Set<Variable> assigned = Assignments.in(loop.body());
        int before = build.steps().size();
        try {
            if (fixed && from.constant() == to.constant()) {
                round(loop, from);
            } else {
                build.loop(from, to, assigned, index -> round(loop, index));
            }
        } catch (Unsupported e) {
            if (!fixed || (long) to.constant() - from.constant() >= ROUNDS || from.constant() == to.constant()) {
                throw e;
            }
            // Some size or index depends on the round: write out each.
            build.steps().subList(before, build.steps().size()).clear();
            for (int i = from.constant(); i <= to.constant(); i++) {
                round(loop, Idx.of(i));
            }
        }
    }

    private void round(Stmt.For loop, Idx index) {
        build.values.put(loop.variable(), Val.scalar(Type.INT, Num.of(index)));
        tail(List.of(loop.body()), null);
    }

    private void each(Stmt.ForEach loop) {
        Val values = expressions.of(loop.values());
        Type type = loop.variable().type();
        int[] inner = type.dimensions() == 0 ? new int[0] : Arrays.copyOfRange(values.dims(), 1, values.dims().length);
        int size = Arrays.stream(inner).reduce(1, Math::multiplyExact);
        int count = type.dimensions() == 0 ? values.size() : values.dims()[0];
        Set<Variable> assigned = Assignments.in(loop.body());
        if (count == 0) {
            return;
        }
        build.loop(Idx.of(0), Idx.of(count - 1), assigned, k -> {
            Idx start = k.times(size);
            build.values.put(loop.variable(), Val.lazy(type, inner, e -> values.at(start.plus(e))));
            tail(List.of(loop.body()), null);
        });
    }

    /** The body of a function in place of its call. */
    private Val inline(Function function, List<Val> arguments, Expr at) {
        if (++depth > DEEPEST) {
            throw Val.unsupported(at, "a function that calls itself");
        }
        for (int i = 0; i < arguments.size(); i++) {
            Val argument = arguments.get(i);
            Variable parameter = function.parameters().get(i);
            Val own = argument.constant() != null || argument.piece() != null
                    ? argument
                    : argument.isScalar()
                            ? Val.scalar(parameter.type(), build.simple(argument.number()))
                            : build.copied(argument);
            build.values.put(parameter, own.as(parameter.type(), own.dims()));
        }
        Returned returned = new Returned(function.result());
        boolean outer = branching;
        branching = false;
        tail(List.of(function.body()), returned);
        branching = outer;
        depth--;
        return function.result().equals(Type.VOID) ? null : returned.value();
    }

    /** What a function returned: a value, or a place that each way through it writes to. */
    private final class Returned {
        private final Type type;
        private Val value;

        Returned(Type type) {
            this.type = type;
        }

        Val value() {
            if (value == null) {
                throw new Unsupported("a function that returns from inside a loop");
            }
            return value.as(type, value.dims());
        }

        void set(Val found, boolean only) {
            if (only) {
                value = found.constant() == null && found.piece() == null && !found.isScalar()
                        ? build.copied(found)
                        : found;
                return;
            }
            if (value == null) {
                int at = build.place(found.size());
                value = build.stored(type, found.dims(), at, true);
            }
            if (!Arrays.equals(value.dims(), found.dims())) {
                throw new Unsupported("a function that returns values of different sizes");
            }
            store(value, found, build.inLoop());
        }
    }

    private boolean branching;

    /**
     * The statements up to a return, or up to a continue in the body of a loop; one in a branch takes what follows the branch into
     * its other side.
     *
     * @param returned null in the body of a loop
     */
    private void tail(List<Stmt> statements, Returned returned) {
        for (int i = 0; i < statements.size(); i++) {
            Stmt statement = statements.get(i);
            List<Stmt> rest = statements.subList(i + 1, statements.size());
            if (returned == null && statement instanceof Stmt.Continue) {
                return;
            }
            if (returned != null && statement instanceof Stmt.Return leave) {
                if (leave.value() != null) {
                    returned.set(expressions.of(leave.value()), !branching);
                }
                return;
            }
            if (statement instanceof Stmt.Block block && ends(block, returned)) {
                List<Stmt> joined = new ArrayList<>(block.statements());
                joined.addAll(rest);
                tail(joined, returned);
                return;
            }
            if (statement instanceof Stmt.If branch && ends(branch, returned)) {
                tailBranch(branch, rest, returned);
                return;
            }
            if (ends(statement, returned)) {
                throw new Unsupported(statement.at() + ": a return from inside a loop");
            }
            one(statement);
        }
    }

    private static boolean ends(Stmt statement, Returned returned) {
        return returned == null ? Reads.continues(statement) : Reads.returns(statement);
    }

    private void tailBranch(Stmt.If branch, List<Stmt> rest, Returned returned) {
        Num test = expressions.number(branch.condition());
        List<Stmt> yes = Reads.joined(branch.yes(), rest);
        List<Stmt> no = Reads.joined(branch.no(), rest);
        if (test instanceof Num.Const c) {
            tail(c.value() != 0 ? yes : no, returned);
            return;
        }
        boolean outer = branching;
        branching = true;
        List<Step> first = build.branch(() -> tail(yes, returned));
        List<Step> second = build.branch(() -> tail(no, returned));
        branching = outer;
        build.add(new Step.Branch(test, !Reads.variables(test), first, second));
    }
}
