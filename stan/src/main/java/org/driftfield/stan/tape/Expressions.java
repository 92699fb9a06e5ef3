package org.driftfield.stan.tape;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.library.RandomOp;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Position;
import org.driftfield.stan.tree.Subscript;
import org.driftfield.stan.tree.Variable;

/** Makes expressions ready to run. What depends on known values alone is computed at once. */
final class Expressions {
    private final Map<Function, Routine> routines;
    private final Map<Variable, Arg> known;
    private final int slots;
    private final Machine scratch;

    /**
     * @param routines where functions are found; those that are not yet there are entered without a body
     * @param known variables whose values are known
     * @param slots of the program or function that the expressions stand in
     * @param scratch computes what is known
     */
    Expressions(Map<Function, Routine> routines, Map<Variable, Arg> known, int slots, Machine scratch) {
        this.routines = routines;
        this.known = known;
        this.slots = slots;
        this.scratch = scratch;
    }

    Code of(Expr expr) {
        if (expr instanceof Expr.IntLiteral literal) {
            return constant(Type.INT, literal.value());
        }
        if (expr instanceof Expr.RealLiteral literal) {
            return constant(Type.REAL, literal.value());
        }
        if (expr instanceof Expr.Read read) {
            return read(read);
        }
        if (expr instanceof Expr.Index index) {
            Code base = of(index.base());
            List<Code> parts = new ArrayList<>(List.of(base));
            Selection selection = selection(index.at(), name(index.base()), index.subscripts(), index.type(), parts);
            return folded(m -> selection.read(m, base.run(m)), parts);
        }
        if (expr instanceof Expr.Call call) {
            return call(call);
        }
        if (expr instanceof Expr.UserCall call) {
            return userCall(call);
        }
        if (expr instanceof Expr.HigherCall call) {
            return new HigherCalls(routine(call.called()), slots).of(call, all(call.arguments()));
        }
        if (expr instanceof Expr.Logical logical) {
            Code left = of(logical.left());
            Code right = of(logical.right());
            boolean and = logical.and();
            return folded(
                    m -> {
                        boolean first = truth(left.run(m));
                        return m.number(Type.INT, (first == and ? truth(right.run(m)) : first) ? 1 : 0);
                    },
                    List.of(left, right));
        }
        if (expr instanceof Expr.Choice choice) {
            return choice(choice);
        }
        if (expr instanceof Expr.ArrayLiteral literal) {
            return folded(array(literal, all(literal.elements())), all(literal.elements()));
        }
        if (expr instanceof Expr.RowLiteral literal) {
            return row(literal);
        }
        if (expr instanceof Expr.Target) {
            return Machine::readTarget;
        }
        throw new AssertionError(expr);
    }

    List<Code> all(List<Expr> exprs) {
        return exprs.stream().map(this::of).toList();
    }

    /** What subscripts select, with the codes they are made of added to {@code parts}. */
    Selection selection(Position where, String subject, List<Subscript> subscripts, Type type, List<Code> parts) {
        List<Selection.Axis> axes = new ArrayList<>();
        for (Subscript subscript : subscripts) {
            if (subscript instanceof Subscript.One one) {
                axes.add(new Selection.Axis.One(part(one.index(), parts)));
            } else if (subscript instanceof Subscript.Many many) {
                axes.add(new Selection.Axis.Many(part(many.indexes(), parts)));
            } else if (subscript instanceof Subscript.Range range) {
                axes.add(new Selection.Axis.Range(part(range.from(), parts), part(range.to(), parts)));
            }
        }
        return new Selection(where, subject, axes, type);
    }

    private Code part(Expr expr, List<Code> parts) {
        if (expr == null) {
            return null;
        }
        Code code = of(expr);
        parts.add(code);
        return code;
    }

    static String name(Expr expr) {
        return expr instanceof Expr.Read read ? read.variable().name() : "the expression";
    }

    static boolean truth(Arg value) {
        return value.value[value.at] != 0;
    }

    private static Code constant(Type type, double value) {
        return new Code.Constant(Arg.constant(type, new double[] {value}));
    }

    private Code read(Expr.Read read) {
        Arg value = known.get(read.variable());
        if (value != null) {
            return new Code.Constant(value);
        }
        int slot = read.variable().slot();
        return m -> m.stack[m.base + slot];
    }

    /** The value itself where all parts are known; what fails then is left to fail when it is run. */
    private Code folded(Code code, List<Code> parts) {
        for (Code part : parts) {
            if (!(part instanceof Code.Constant)) {
                return code;
            }
        }
        scratch.start(false, 0);
        try {
            return new Code.Constant(copy(code.run(scratch)));
        } catch (ProgramError | Rejection e) {
            return code;
        }
    }

    /** The same value in arrays of its own. */
    static Arg copy(Arg value) {
        double[] numbers = new double[value.size];
        System.arraycopy(value.value, value.at, numbers, 0, value.size);
        return Arg.constant(value.type, numbers, value.dims);
    }

    private Code call(Expr.Call call) {
        List<Code> arguments = all(call.arguments());
        Type result = call.function().result();
        RandomOp random = call.function().random();
        if (random != null) {
            return m -> draw(m, call, random, arguments, result);
        }
        Op op = call.function().op();
        // With nothing but single numbers the sizes are known, and need not be asked for each time.
        boolean plain = result.dimensions() == 0
                && call.arguments().stream().allMatch(a -> a.type().dimensions() == 0);
        Code[] codes = arguments.toArray(Code[]::new);
        return folded(m -> apply(m, call.at(), op, codes, result, plain), arguments);
    }

    private static Arg apply(Machine m, Position where, Op op, Code[] codes, Type result, boolean plain) {
        Entry entry = m.entry(codes.length);
        Arg[] arguments = entry.arguments;
        for (int i = 0; i < codes.length; i++) {
            arguments[i] = codes[i].run(m);
        }
        return apply(m, where, op, entry, result, plain);
    }

    /** Computes a function of the arguments in the entry and notes it where it depends on a parameter. */
    static Arg apply(Machine m, Position where, Op op, Entry entry, Type result, boolean plain) {
        Arg[] arguments = entry.arguments;
        int[] dims;
        try {
            dims = plain ? Machine.SCALAR : op.dims(arguments);
        } catch (DomainException e) {
            throw new ProgramError(where, e.getMessage());
        }
        Arg out = m.value(result, dims, plain ? 1 : Machine.size(dims, where));
        m.work(entry, op.workspace(arguments));
        try {
            op.forward(arguments, out, entry.work, entry.workAt);
        } catch (DomainException e) {
            throw new Rejection(where, e.getMessage());
        }
        if (m.recording && result.base() != Type.Base.INT && Machine.active(arguments)) {
            m.giveAdjoint(out);
            m.note(entry, op, out);
        }
        return out;
    }

    private static Arg draw(Machine m, Expr.Call call, RandomOp random, List<Code> codes, Type result) {
        Arg[] arguments = run(m, codes);
        try {
            int[] dims = random.dims(arguments);
            Arg out = m.value(result, dims, Machine.size(dims, call.at()));
            random.draw(arguments, m.random, out);
            return out;
        } catch (DomainException e) {
            throw new Rejection(call.at(), e.getMessage());
        }
    }

    static Arg[] run(Machine m, List<Code> codes) {
        Arg[] arguments = new Arg[codes.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = codes.get(i).run(m);
        }
        return arguments;
    }

    private Routine routine(Function function) {
        return routines.computeIfAbsent(function, Routine::new);
    }

    private Code userCall(Expr.UserCall call) {
        Routine routine = routine(call.function());
        List<Code> arguments = all(call.arguments());
        return m -> routine.call(m, call.at(), run(m, arguments), slots);
    }

    private Code choice(Expr.Choice choice) {
        Code condition = of(choice.condition());
        Code yes = of(choice.yes());
        Code no = of(choice.no());
        if (condition instanceof Code.Constant known) {
            return truth(known.value()) ? yes : no;
        }
        return m -> truth(condition.run(m)) ? yes.run(m) : no.run(m);
    }

    /** The elements end to end. */
    private static Code array(Expr.ArrayLiteral literal, List<Code> elements) {
        Code[] codes = elements.toArray(Code[]::new);
        return m -> {
            Entry entry = m.entry(codes.length);
            Arg[] parts = entry.arguments;
            int size = 0;
            for (int i = 0; i < codes.length; i++) {
                parts[i] = codes[i].run(m);
                size += parts[i].size;
                requireSame(parts[0], parts[i], literal.at());
            }
            int inner = codes.length == 0 ? 0 : parts[0].dims.length;
            int[] dims = new int[literal.type().dimensions()];
            dims[0] = codes.length;
            if (codes.length > 0) {
                System.arraycopy(parts[0].dims, 0, dims, 1, inner);
            }
            Arg out = m.value(literal.type(), dims, size);
            int at = out.at;
            for (Arg part : parts) {
                System.arraycopy(part.value, part.at, out.value, at, part.size);
                at += part.size;
            }
            return noted(m, entry, Steps.JOIN, out);
        };
    }

    private Code row(Expr.RowLiteral literal) {
        List<Code> elements = all(literal.elements());
        Code[] codes = elements.toArray(Code[]::new);
        boolean matrix = literal.type().base() == Type.Base.MATRIX;
        return folded(
                m -> {
                    Entry entry = m.entry(codes.length);
                    Arg[] parts = entry.arguments;
                    for (int i = 0; i < codes.length; i++) {
                        parts[i] = codes[i].run(m);
                        requireSame(parts[0], parts[i], literal.at());
                    }
                    int columns = matrix ? parts[0].size : 1;
                    int[] dims = matrix ? new int[] {codes.length, columns} : new int[] {codes.length};
                    Arg out = m.value(literal.type(), dims, codes.length * columns);
                    for (int r = 0; r < codes.length; r++) {
                        for (int j = 0; j < columns; j++) {
                            out.value[out.at + j * codes.length + r] = parts[r].value[parts[r].at + j];
                        }
                    }
                    return noted(m, entry, Steps.ROWS, out);
                },
                elements);
    }

    static Arg noted(Machine m, Entry entry, Op op, Arg out) {
        if (m.recording && Machine.active(entry.arguments)) {
            entry.work = null;
            m.giveAdjoint(out);
            m.note(entry, op, out);
        }
        return out;
    }

    private static void requireSame(Arg first, Arg other, Position where) {
        if (!java.util.Arrays.equals(first.dims, other.dims)) {
            throw new ProgramError(
                    where, "elements must have the same sizes, got " + Text.sizes(first) + " and " + Text.sizes(other));
        }
    }
}
