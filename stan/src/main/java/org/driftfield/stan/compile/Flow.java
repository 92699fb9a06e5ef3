package org.driftfield.stan.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tape.TapeProgram;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;

/**
 * Loops, branches, and functions of the user's, which are written out where they are called. What follows a break, a continue or a
 * return in a branch goes into the other side of the branch; loops that can be left early ask a flag before each round.
 */
final class Flow implements Expressions.Inliner {
    /** Functions within functions. */
    private static final int DEEPEST = 40;

    /** No flag. */
    private static final int NONE = -1;

    /**
     * Where control may go from a list of statements.
     *
     * @param returned takes what the function returns; null in the blocks of a program
     * @param left the place of the flag that the function was left from inside a loop, or {@link #NONE}
     * @param broken the place of the flag that the loop around has ended, or {@link #NONE}
     */
    private record Exits(Returned returned, int left, int broken) {
        static final Exits CLOSED = new Exits(null, NONE, NONE);
    }

    /** What must be as before when a part is compiled in another way. */
    record Mark(int depth, boolean branching, Exits exits, Function running) {}

    private final Build build;
    private final Statements statements;
    private final Blocks.Plan plan;
    private final TapeProgram tape;
    private int depth;
    private boolean branching;
    private Exits exits = Exits.CLOSED;
    private Function running;

    Flow(Build build, Statements statements, Blocks.Plan plan, TapeProgram tape) {
        this.build = build;
        this.statements = statements;
        this.plan = plan;
        this.tape = tape;
    }

    /** The function whose body is being compiled, or null. */
    Function running() {
        return running;
    }

    Mark mark() {
        return new Mark(depth, branching, exits, running);
    }

    void reset(Mark mark) {
        depth = mark.depth();
        branching = mark.branching();
        exits = mark.exits();
        running = mark.running();
    }

    private Expressions expressions() {
        return statements.expressions();
    }

    void branch(Stmt.If branch) {
        Num test = expressions().number(branch.condition());
        if (test instanceof Num.Const c) {
            if (c.value() != 0) {
                statements.one(branch.yes());
            } else if (branch.no() != null) {
                statements.one(branch.no());
            }
            return;
        }
        List<Step> yes = build.branch(() -> statements.one(branch.yes()));
        List<Step> no = branch.no() == null ? List.of() : build.branch(() -> statements.one(branch.no()));
        build.add(new Step.Branch(test, !Reads.variables(test), yes, no));
    }

    /** A loop of any kind. */
    void loop(Stmt statement) {
        Exits outer = exits;
        Stmt body = statement instanceof Stmt.For loop
                ? loop.body()
                : statement instanceof Stmt.ForEach each ? each.body() : ((Stmt.While) statement).body();
        boolean breaks = Reads.breaks(body);
        boolean early = breaks || Reads.returns(body);
        exits = new Exits(outer.returned(), outer.left(), breaks ? flag() : NONE);
        Runnable round = () -> {
            if (early) {
                guarded(List.of(body));
            } else {
                sequence(List.of(body));
            }
        };
        if (statement instanceof Stmt.For loop) {
            count(loop, round);
        } else if (statement instanceof Stmt.ForEach loop) {
            each(loop, round);
        } else {
            repeat((Stmt.While) statement, early, round);
        }
        exits = outer;
    }

    private void count(Stmt.For loop, Runnable round) {
        Idx from = build.bound(expressions().index(loop.from()));
        Idx to = build.bound(expressions().index(loop.to()));
        boolean fixed = from.isConstant() && to.isConstant();
        if (fixed && from.constant() > to.constant()) {
            return;
        }
        java.util.function.Consumer<Idx> body = index -> {
            build.values.put(loop.variable(), Val.scalar(Type.INT, Num.of(index)));
            round.run();
        };
        Set<Variable> assigned = Assignments.in(loop.body());
        Build.Mark mark = build.mark();
        Mark control = mark();
        try {
            if (fixed && from.constant() == to.constant()) {
                body.accept(from);
            } else {
                build.loop(from, to, assigned, body);
            }
        } catch (Unsupported e) {
            if (!fixed || (long) to.constant() - from.constant() >= plan.rounds() || from.constant() == to.constant()) {
                throw e;
            }
            // Some size or index depends on the round: write out each.
            build.reset(mark);
            reset(control);
            for (int i = from.constant(); i <= to.constant(); i++) {
                body.accept(Idx.of(i));
            }
        }
    }

    private void each(Stmt.ForEach loop, Runnable round) {
        Val values = expressions().of(loop.values());
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
            round.run();
        });
    }

    private void repeat(Stmt.While loop, boolean early, Runnable round) {
        Build.Mark mark = build.mark();
        for (int i = 0; i <= plan.rounds() && !early && plan.track(); i++) {
            if (!(expressions().number(loop.condition()) instanceof Num.Const c)) {
                break;
            }
            if (c.value() == 0) {
                return;
            }
            round.run();
        }
        build.reset(mark);
        Set<Variable> assigned = Assignments.in(loop.body());
        build.repeat(
                assigned,
                () -> {
                    Num test = expressions().number(loop.condition());
                    if (!early) {
                        return test;
                    }
                    return new Num.Choice(going(), test, Num.ZERO);
                },
                round);
    }

    /** A flag that is not yet raised. What it was is never asked for on the way back. */
    private int flag() {
        int at = build.place(1);
        build.add(new Step.Set(Idx.of(at), Num.ZERO, false, false));
        return at;
    }

    private void raise(int flag) {
        build.add(new Step.Set(Idx.of(flag), Num.ONE, false, false));
    }

    /** Whether no flag is raised that ends the loop at hand. */
    private Num going() {
        Num broken = exits.broken() < 0 ? Num.ZERO : new Num.Load(Idx.of(exits.broken()), false);
        Num left = exits.left() < 0 ? Num.ZERO : new Num.Load(Idx.of(exits.left()), false);
        return Num.apply(Scalar.EQUAL, Num.plus(broken, left), Num.ZERO);
    }

    private void guarded(List<Stmt> list) {
        Num test = going();
        boolean outer = branching;
        branching = true;
        List<Step> steps = build.branch(() -> sequence(list));
        branching = outer;
        build.add(new Step.Branch(test, false, steps, List.of()));
    }

    @Override
    public Val call(Function function, List<Val> arguments, Expr at) {
        boolean plain = function.kind() == Function.Kind.PLAIN || function.kind() == Function.Kind.DENSITY;
        if (plain && arguments.stream().allMatch(a -> a.constant() != null)) {
            Arg value =
                    tape.call(function, arguments.stream().map(Val::constant).toArray(Arg[]::new), at.at());
            if (value != null) {
                return build.pool.constant(value);
            }
        }
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
        Mark outer = mark();
        Returned returned = new Returned(function.result());
        branching = false;
        exits = new Exits(returned, NONE, NONE);
        running = function;
        sequence(List.of(function.body()));
        reset(outer);
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
                throw new Unsupported("a function that does not return");
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
                value = build.stored(type, found.dims(), at, type.base() != Type.Base.INT);
            }
            if (!Arrays.equals(value.dims(), found.dims())) {
                throw new Unsupported("a function that returns values of different sizes");
            }
            statements.store(value, found, build.inLoop());
        }
    }

    /** The statements up to one that leaves them. */
    private void sequence(List<Stmt> list) {
        for (int i = 0; i < list.size(); i++) {
            Stmt statement = list.get(i);
            List<Stmt> rest = list.subList(i + 1, list.size());
            if (!Reads.leaves(statement)) {
                statements.one(statement);
                continue;
            }
            if (statement instanceof Stmt.Return end) {
                if (end.value() != null) {
                    exits.returned().set(expressions().of(end.value()), !branching && exits.left() < 0);
                }
                if (exits.left() >= 0) {
                    raise(exits.left());
                }
            } else if (statement instanceof Stmt.Break) {
                raise(exits.broken());
            } else if (statement instanceof Stmt.Block block) {
                List<Stmt> joined = new ArrayList<>(block.statements());
                joined.addAll(rest);
                sequence(joined);
            } else if (statement instanceof Stmt.If branch) {
                fork(branch, rest);
            } else if (!(statement instanceof Stmt.Continue)) {
                leaving(statement, rest);
            }
            return;
        }
    }

    /** A loop that the function may be left from, and what follows if it was not. */
    private void leaving(Stmt loop, List<Stmt> rest) {
        Exits outer = exits;
        int left = outer.left() < 0 ? flag() : outer.left();
        exits = new Exits(outer.returned(), left, outer.broken());
        loop(loop);
        if (!rest.isEmpty()) {
            exits = new Exits(outer.returned(), left, NONE);
            Num test = going();
            exits = outer;
            boolean before = branching;
            branching = true;
            List<Step> steps = build.branch(() -> sequence(rest));
            branching = before;
            build.add(new Step.Branch(test, false, steps, List.of()));
        }
        exits = outer;
    }

    private void fork(Stmt.If branch, List<Stmt> rest) {
        Num test = expressions().number(branch.condition());
        List<Stmt> yes = Reads.joined(branch.yes(), rest);
        List<Stmt> no = Reads.joined(branch.no(), rest);
        if (test instanceof Num.Const c) {
            sequence(c.value() != 0 ? yes : no);
            return;
        }
        boolean outer = branching;
        branching = true;
        List<Step> first = build.branch(() -> sequence(yes));
        List<Step> second = build.branch(() -> sequence(no));
        branching = outer;
        build.add(new Step.Branch(test, !Reads.variables(test), first, second));
    }
}
