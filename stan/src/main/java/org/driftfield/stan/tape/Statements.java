package org.driftfield.stan.tape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tape.Action.End;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Position;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;

/** Makes statements ready to run. */
final class Statements {
    private final Expressions expressions;
    private final Mutated mutated;

    Statements(Expressions expressions, Mutated mutated) {
        this.expressions = expressions;
        this.mutated = mutated;
    }

    Action block(List<Stmt> statements) {
        Action[] actions = statements.stream().map(this::of).toArray(Action[]::new);
        if (actions.length == 1) {
            return actions[0];
        }
        return m -> {
            for (Action action : actions) {
                End end = action.run(m);
                if (end != End.NORMAL) {
                    return end;
                }
            }
            return End.NORMAL;
        };
    }

    Action of(Stmt stmt) {
        if (stmt instanceof Stmt.Declare declare) {
            return declare(declare);
        }
        if (stmt instanceof Stmt.Assign assign) {
            return assign(assign);
        }
        if (stmt instanceof Stmt.AddTarget add) {
            Code value = expressions.of(add.value());
            return m -> {
                m.addTarget(value.run(m));
                return End.NORMAL;
            };
        }
        if (stmt instanceof Stmt.AddJacobian add) {
            Code value = expressions.of(add.value());
            return m -> {
                if (m.jacobian) {
                    m.addTarget(value.run(m));
                }
                return End.NORMAL;
            };
        }
        if (stmt instanceof Stmt.Sample sample) {
            return sample(sample);
        }
        if (stmt instanceof Stmt.Run run) {
            Code call = expressions.of(run.call());
            return m -> {
                call.run(m);
                return End.NORMAL;
            };
        }
        if (stmt instanceof Stmt.Say say) {
            return say(say);
        }
        if (stmt instanceof Stmt.If branch) {
            return branch(branch);
        }
        if (stmt instanceof Stmt.For loop) {
            return loop(loop);
        }
        if (stmt instanceof Stmt.ForEach loop) {
            return loop(loop);
        }
        if (stmt instanceof Stmt.While loop) {
            Code condition = expressions.of(loop.condition());
            Action body = of(loop.body());
            return m -> {
                while (Expressions.truth(condition.run(m))) {
                    m.tick(loop.at());
                    End end = body.run(m);
                    if (end == End.BREAK) {
                        break;
                    }
                    if (end == End.RETURN) {
                        return end;
                    }
                }
                return End.NORMAL;
            };
        }
        if (stmt instanceof Stmt.Block block) {
            return block(block.statements());
        }
        if (stmt instanceof Stmt.Break) {
            return m -> End.BREAK;
        }
        if (stmt instanceof Stmt.Continue) {
            return m -> End.CONTINUE;
        }
        if (stmt instanceof Stmt.Return ending) {
            Code value = ending.value() == null ? null : expressions.of(ending.value());
            return m -> {
                m.result = value == null ? null : value.run(m);
                return End.RETURN;
            };
        }
        throw new AssertionError(stmt);
    }

    /** The sizes of a declared variable. */
    static int[] sizes(Machine m, Variable variable, Code[] sizes, Position where) {
        int[] dims = sizes.length == 0 ? Machine.SCALAR : new int[sizes.length];
        for (int d = 0; d < dims.length; d++) {
            Arg size = sizes[d].run(m);
            double extent = size.value[size.at];
            if (!(extent >= 0)) {
                throw new ProgramError(
                        where, "the sizes of " + variable + " must not be negative, got " + (long) extent);
            }
            dims[d] = (int) extent;
        }
        return dims;
    }

    private Action declare(Stmt.Declare declare) {
        Variable variable = declare.variable();
        int slot = variable.slot();
        Position where = declare.at();
        Code[] sizes = expressions.all(declare.sizes()).toArray(Code[]::new);
        double unset = variable.type().base() == Type.Base.INT ? Integer.MIN_VALUE : Double.NaN;
        Code value = declare.value() == null ? null : expressions.of(declare.value());
        boolean copy = declare.value() != null && mutated.mustCopy(variable, declare.value());
        return m -> {
            int[] dims = sizes(m, variable, sizes, where);
            if (value != null) {
                Arg given = value.run(m);
                requireSizes(variable, dims, given, where);
                m.stack[m.base + slot] = copy ? copy(m, given, variable.type()) : given;
            } else {
                Arg blank = m.value(variable.type(), dims, Machine.size(dims, where));
                Arrays.fill(blank.value, blank.at, blank.at + blank.size, unset);
                m.stack[m.base + slot] = blank;
            }
            return End.NORMAL;
        };
    }

    private static void requireSizes(Variable variable, int[] dims, Arg value, Position where) {
        if (!Arrays.equals(dims, value.dims) && !(value.size == 0 && Machine.size(dims, where) == 0)) {
            throw new ProgramError(
                    where,
                    variable + " has sizes " + Arrays.toString(dims) + ", but is assigned a value of sizes "
                            + Arrays.toString(value.dims));
        }
    }

    private static Arg copy(Machine m, Arg value, Type type) {
        Arg out = m.value(type, value.dims, value.size);
        System.arraycopy(value.value, value.at, out.value, out.at, value.size);
        if (m.recording && value.adjoint != null) {
            m.giveAdjoint(out);
            m.note(Steps.JOIN, value, out);
        }
        return out;
    }

    private Action assign(Stmt.Assign assign) {
        Variable variable = assign.target();
        int slot = variable.slot();
        Position where = assign.at();
        Code value = expressions.of(assign.value());
        if (assign.subscripts().isEmpty()) {
            boolean copy = assign.operator() == null && mutated.mustCopy(variable, assign.value());
            return m -> {
                Arg given = value.run(m);
                Arg old = m.stack[m.base + slot];
                if (assign.operator() != null) {
                    given = combine(m, assign, old, given);
                }
                requireSizes(variable, old.dims, given, where);
                m.stack[m.base + slot] = copy ? copy(m, given, variable.type()) : given;
                return End.NORMAL;
            };
        }
        Selection selection =
                expressions.selection(where, variable.name(), assign.subscripts(), assign.type(), new ArrayList<>());
        boolean shares = mutated.shares(assign.value());
        return m -> {
            Arg given = value.run(m);
            Arg whole = m.stack[m.base + slot];
            if (assign.operator() != null) {
                given = combine(m, assign, selection.read(m, whole), given);
            } else if (shares && given.value == whole.value && given.size > 1) {
                given = copy(m, given, assign.type());
            }
            int[] dims = selection.locate(m, whole);
            if (!Arrays.equals(dims, given.dims) && !(given.size == 0 && m.indexes.size == 0)) {
                throw new ProgramError(
                        where,
                        "the part of " + variable + " has sizes " + Arrays.toString(dims)
                                + ", but is assigned a value of sizes " + Arrays.toString(given.dims));
            }
            m.stack[m.base + slot] = overwrite(m, whole, given);
            return End.NORMAL;
        };
    }

    private static Arg combine(Machine m, Stmt.Assign assign, Arg old, Arg value) {
        Entry entry = m.entry(2);
        entry.arguments[0] = old;
        entry.arguments[1] = value;
        return Expressions.apply(
                m, assign.at(), assign.operator().op(), entry, assign.operator().result(), false);
    }

    /** Puts the value where {@link Machine#indexes} says, in place; returns the variable, which may have got an adjoint. */
    private static Arg overwrite(Machine m, Arg whole, Arg value) {
        int n = value.size;
        int[] list = m.indexes.list;
        Arg out = whole;
        if (m.recording) {
            if (value.adjoint != null && whole.adjoint == null) {
                // Another object: notes made before must not find an adjoint that was not there.
                out = m.view(whole.type, whole.dims, whole.size, whole, 0);
                m.giveAdjoint(out);
            }
            Entry entry = m.entry(1);
            entry.arguments[0] = value;
            m.work(entry, 2 * n);
            for (int k = 0; k < n; k++) {
                entry.work[entry.workAt + k] = list[k];
                entry.work[entry.workAt + n + k] = out.value[out.at + list[k]];
                out.value[out.at + list[k]] = value.value[value.at + k];
            }
            m.note(entry, Steps.SCATTER, out);
        } else {
            for (int k = 0; k < n; k++) {
                out.value[out.at + list[k]] = value.value[value.at + k];
            }
        }
        return out;
    }

    private Action sample(Stmt.Sample sample) {
        Code density = expressions.of(sample.density());
        Stmt.Truncation truncation = sample.truncation();
        if (truncation == null) {
            return m -> {
                m.addTarget(density.run(m));
                return End.NORMAL;
            };
        }
        List<Expr> arguments = sample.density() instanceof Expr.Call call
                ? call.arguments()
                : ((Expr.UserCall) sample.density()).arguments();
        Code y = expressions.of(arguments.get(0));
        Code lower = truncation.lower() == null ? null : expressions.of(truncation.lower());
        Code upper = truncation.upper() == null ? null : expressions.of(truncation.upper());
        Code normalizer = expressions.of(truncation.normalizer());
        return m -> {
            Arg value = y.run(m);
            Arg low = lower == null ? null : lower.run(m);
            Arg high = upper == null ? null : upper.run(m);
            for (int i = 0; i < value.size; i++) {
                double x = value.value[value.at + i];
                if ((low != null && x < element(low, i)) || (high != null && x > element(high, i))) {
                    m.target = Double.NEGATIVE_INFINITY;
                    return End.NORMAL;
                }
            }
            m.addTarget(density.run(m));
            m.subtractTarget(normalizer.run(m));
            return End.NORMAL;
        };
    }

    /** A number of a value that may be a single one. */
    static double element(Arg value, int i) {
        return value.value[value.at + (value.size == 1 ? 0 : i)];
    }

    private Action say(Stmt.Say say) {
        List<Code> values = new ArrayList<>();
        for (Stmt.Part part : say.parts()) {
            values.add(part.value() == null ? null : expressions.of(part.value()));
        }
        return m -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < values.size(); i++) {
                text.append(
                        values.get(i) == null
                                ? say.parts().get(i).text()
                                : Text.of(values.get(i).run(m)));
            }
            switch (say.effect()) {
                case PRINT -> m.say(text.toString());
                case REJECT -> throw new Rejection(say.at(), text.toString());
                case FATAL -> throw new ProgramError(say.at(), text.toString());
            }
            return End.NORMAL;
        };
    }

    private Action branch(Stmt.If branch) {
        Code condition = expressions.of(branch.condition());
        Action yes = of(branch.yes());
        Action no = branch.no() == null ? m -> End.NORMAL : of(branch.no());
        if (condition instanceof Code.Constant known) {
            return Expressions.truth(known.value()) ? yes : no;
        }
        return m -> Expressions.truth(condition.run(m)) ? yes.run(m) : no.run(m);
    }

    private Action loop(Stmt.For loop) {
        Code from = expressions.of(loop.from());
        Code to = expressions.of(loop.to());
        Action body = of(loop.body());
        int slot = loop.variable().slot();
        return m -> {
            Arg first = from.run(m);
            Arg last = to.run(m);
            double end = last.value[last.at];
            for (double i = first.value[first.at]; i <= end; i++) {
                m.tick(loop.at());
                m.stack[m.base + slot] = m.number(Type.INT, i);
                End how = body.run(m);
                if (how == End.BREAK) {
                    break;
                }
                if (how == End.RETURN) {
                    return how;
                }
            }
            return End.NORMAL;
        };
    }

    private Action loop(Stmt.ForEach loop) {
        Code values = expressions.of(loop.values());
        Action body = of(loop.body());
        int slot = loop.variable().slot();
        Type type = loop.variable().type();
        boolean copy = mutated.shares(loop.values());
        return m -> {
            Arg all = values.run(m);
            if (copy) {
                all = copy(m, all, all.type);
            }
            boolean array = all.type.arrays() > 0;
            int count = array ? all.dims[0] : all.size;
            int size = count == 0 ? 0 : all.size / count;
            int[] dims = array ? Arrays.copyOfRange(all.dims, 1, all.dims.length) : Machine.SCALAR;
            for (int i = 0; i < count; i++) {
                m.tick(loop.at());
                m.stack[m.base + slot] = m.view(type, dims, size, all, i * size);
                End how = body.run(m);
                if (how == End.BREAK) {
                    break;
                }
                if (how == End.RETURN) {
                    return how;
                }
            }
            return End.NORMAL;
        };
    }
}
