package org.driftfield.stan.tape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.driftfield.random.RandomStream;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.tree.Position;

/** What one thread needs to run a program: the values, the tape and the log density so far. */
final class Machine {
    static final int[] SCALAR = {};

    /** More numbers in one value than any machine has room for twice. */
    private static final long LARGEST = 1L << 27;

    private static final int DEEPEST = 1000;
    private static final int TICKS = 1 << 12;

    private final Arena values = new Arena();
    private final Arena adjoints = new Arena();
    private final List<Arg> args = new ArrayList<>();
    private int argsUsed;
    private final List<Entry> entries = new ArrayList<>();
    private int entriesUsed;
    private Entry[] tape = new Entry[64];
    private int length;
    private final Op addTarget = Steps.addTarget(this, 1);
    private final Op subtractTarget = Steps.addTarget(this, -1);
    private final Op readTarget = Steps.readTarget(this);
    private final Consumer<String> messages;
    private final long patienceNanos;
    private long deadline;
    private int ticks;
    private int depth;
    private Machine inner;
    private final Map<Supplier<FastFunction>, FastFunction> functions = new HashMap<>();

    /** Makes functions that solvers call in a faster form; null where the tape runs them. */
    final FastFunction.Maker fast;

    /** The variables of all functions that are running, each with its own from {@link #base}. */
    Arg[] stack = new Arg[64];

    int base;

    /** Whether operations that depend on a parameter are noted. */
    boolean recording;

    /** Whether terms of the change of variables are added to the target. */
    boolean jacobian = true;

    /** Whether what the program prints goes nowhere. */
    boolean quiet;

    double target;
    double targetAdjoint;

    /** What the function that has just returned returned. */
    Arg result;

    /** For what ends in {@code _rng}. */
    RandomStream random;

    final Indexes indexes = new Indexes();

    /** @param messages where {@code print} goes */
    Machine(Consumer<String> messages, long patienceNanos) {
        this(messages, patienceNanos, null);
    }

    /** @param fast makes functions that solvers call in a faster form; null to do without */
    Machine(Consumer<String> messages, long patienceNanos, FastFunction.Maker fast) {
        this.fast = fast;
        this.messages = messages;
        this.patienceNanos = patienceNanos;
    }

    /** Another machine that runs as this one does, for a function that a solver calls while this one waits. */
    Machine inner() {
        if (inner == null) {
            inner = new Machine(messages, patienceNanos, fast);
        }
        return inner;
    }

    /** How many numbers were computed here so far, in functions that solvers called too. */
    long computed() {
        return values.taken() + (inner == null ? 0 : inner.computed());
    }

    /** This machine's own of a function in its faster form. */
    FastFunction own(Supplier<FastFunction> function) {
        return functions.computeIfAbsent(function, Supplier::get);
    }

    /** Forgets everything and makes room for the given number of variables. */
    void start(boolean record, int slots) {
        values.clear();
        adjoints.clear();
        argsUsed = 0;
        entriesUsed = 0;
        length = 0;
        base = 0;
        depth = 0;
        target = 0;
        recording = record;
        ticks = 0;
        deadline = System.nanoTime() + patienceNanos;
        if (stack.length < slots) {
            stack = new Arg[2 * slots];
        }
        Arrays.fill(stack, 0, slots, null);
    }

    /** Opens a frame above that of the running function. */
    void enter(int at, int slots, Position where) {
        if (++depth > DEEPEST) {
            throw new ProgramError(where, "functions call each other more than " + DEEPEST + " deep");
        }
        if (stack.length < at + slots) {
            stack = Arrays.copyOf(stack, 2 * (at + slots));
        }
        base = at;
    }

    void leave(int at) {
        base = at;
        depth--;
    }

    /** To be called now and then by whatever may go on for ever. */
    void tick(Position where) {
        if (++ticks >= TICKS) {
            ticks = 0;
            if (System.nanoTime() - deadline > 0) {
                throw new ProgramError(
                        where,
                        "still running after " + patienceNanos / 1_000_000_000L + " s, the limit for one evaluation");
            }
        }
    }

    private Arg blank(Type type, int[] dims, int size) {
        if (argsUsed == args.size()) {
            args.add(new Arg(type));
        }
        Arg arg = args.get(argsUsed++);
        arg.type = type;
        arg.dims = dims;
        arg.size = size;
        return arg;
    }

    /** A value that lies inside another. */
    Arg view(Type type, int[] dims, int size, Arg of, int offset) {
        Arg arg = blank(type, dims, size);
        arg.value = of.value;
        arg.at = of.at + offset;
        arg.adjoint = of.adjoint;
        arg.adjointAt = of.adjointAt + offset;
        return arg;
    }

    /** A new value whose content is undefined. */
    Arg value(Type type, int[] dims, int size) {
        Arg arg = blank(type, dims, size);
        values.take(size);
        arg.value = values.array;
        arg.at = values.at;
        arg.adjoint = null;
        return arg;
    }

    Arg number(Type type, double x) {
        Arg arg = value(type, SCALAR, 1);
        arg.value[arg.at] = x;
        return arg;
    }

    void giveAdjoint(Arg arg) {
        adjoints.takeZeros(arg.size);
        arg.adjoint = adjoints.array;
        arg.adjointAt = adjoints.at;
    }

    /** The number of elements of a value with these sizes. */
    static int size(int[] dims, Position where) {
        long size = 1;
        for (int extent : dims) {
            size *= extent;
            if (size > LARGEST) {
                throw new ProgramError(where, "a value of sizes " + Arrays.toString(dims) + " is too large");
            }
        }
        return (int) size;
    }

    /** An unfinished note with room for so many arguments; {@link #note} puts it on the tape. */
    Entry entry(int arguments) {
        if (entriesUsed == entries.size()) {
            entries.add(new Entry());
        }
        Entry entry = entries.get(entriesUsed++);
        if (entry.arguments == null || entry.arguments.length != arguments) {
            entry.arguments = new Arg[arguments];
        }
        return entry;
    }

    /** Gives the note room to work in. */
    void work(Entry entry, int n) {
        if (n == 0) {
            entry.work = null;
        } else {
            values.take(n);
            entry.work = values.array;
            entry.workAt = values.at;
        }
    }

    void note(Entry entry, Op op, Arg out) {
        entry.op = op;
        entry.out = out;
        if (length == tape.length) {
            tape = Arrays.copyOf(tape, 2 * length);
        }
        tape[length++] = entry;
    }

    /** Notes a function of one argument that needs no room. */
    void note(Op op, Arg argument, Arg out) {
        Entry entry = entry(1);
        entry.arguments[0] = argument;
        entry.work = null;
        note(entry, op, out);
    }

    static boolean active(Arg[] arguments) {
        for (Arg argument : arguments) {
            if (argument.adjoint != null) {
                return true;
            }
        }
        return false;
    }

    /** Adds the elements of a term to the log density. */
    void addTarget(Arg term) {
        double sum = 0;
        for (int i = 0; i < term.size; i++) {
            sum += term.value[term.at + i];
        }
        target += sum;
        if (recording && term.adjoint != null) {
            note(addTarget, term, null);
        }
    }

    void subtractTarget(Arg term) {
        for (int i = 0; i < term.size; i++) {
            target -= term.value[term.at + i];
        }
        if (recording && term.adjoint != null) {
            note(subtractTarget, term, null);
        }
    }

    Arg readTarget() {
        Arg out = number(Type.REAL, target);
        if (recording) {
            giveAdjoint(out);
            Entry entry = entry(0);
            entry.work = null;
            note(entry, readTarget, out);
        }
        return out;
    }

    void say(String text) {
        if (!quiet) {
            messages.accept(text);
        }
    }

    /** Reads the tape backwards; what the adjoints hold at the end is set before. */
    void reverse() {
        for (int k = length - 1; k >= 0; k--) {
            Entry entry = tape[k];
            entry.op.reverse(entry.arguments, entry.out, entry.work, entry.workAt);
        }
    }

    /** After {@link #reverse}: makes ready for another one, with other adjoints at the end. */
    void rewind() {
        for (int k = 0; k < length; k++) {
            Steps.redo(tape[k]);
        }
        adjoints.zero();
    }
}
