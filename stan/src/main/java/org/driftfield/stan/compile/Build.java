package org.driftfield.stan.compile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tree.Variable;

/** The steps so far, the places given away, and the loops around the statement at hand. */
final class Build {
    /** Sums of so few terms are written out. */
    private static final int FEW = 4;

    /** No program that fits into memory needs more variables. */
    private static final int LARGEST = 1 << 26;

    /**
     * A loop that is being compiled.
     *
     * @param before where steps go that come before it
     * @param firstPlace places from here on were given away inside
     * @param assigned the variables that are assigned inside
     */
    record Around(Idx.Loop variable, List<Step> before, int firstPlace, java.util.Set<Variable> assigned) {}

    final Pool pool = new Pool();
    Map<Variable, Val> values = new HashMap<>();
    private final Deque<Around> around = new ArrayDeque<>();
    private final java.util.TreeMap<Integer, Variable> owners = new java.util.TreeMap<>();
    private List<Step> steps = new ArrayList<>();
    private int size;
    private int loopIds;
    private int branches;
    private int density = -1;
    private final java.util.Set<String> left = new java.util.LinkedHashSet<>();

    List<Step> steps() {
        return steps;
    }

    int size() {
        return size;
    }

    int place(int count) {
        int at = size;
        if (count < 0 || (long) size + count > LARGEST) {
            throw new Unsupported("the variables take too much room");
        }
        size += count;
        return at;
    }

    void add(Step step) {
        // Where the program asks for the log density so far, it is kept while going forth.
        steps.add(
                step instanceof Step.Term term && density >= 0
                        ? new Step.Accumulate(Idx.of(density), term.value())
                        : step);
    }

    /** From now on the log density so far can be asked for. */
    void keepDensity() {
        density = place(1);
        add(new Step.Set(Idx.of(density), Num.ZERO, true, false));
    }

    boolean keepsDensity() {
        return density >= 0;
    }

    /** The log density so far, as a number of its own. */
    Num density() {
        int at = place(1);
        add(new Step.Set(Idx.of(at), new Num.Load(Idx.of(density), true), true, inLoop()));
        return new Num.Load(Idx.of(at), true);
    }

    /** No term comes after this. */
    void close() {
        if (density >= 0) {
            steps.add(new Step.Term(new Num.Load(Idx.of(density), true)));
        }
    }

    boolean inLoop() {
        return !around.isEmpty();
    }

    boolean inBranch() {
        return branches > 0;
    }

    boolean once() {
        return around.isEmpty() && branches == 0;
    }

    /** Notes why something is left to the tape. */
    void leave(String reason) {
        left.add(reason);
    }

    /** Why parts are left to the tape. */
    java.util.Set<String> left() {
        return left;
    }

    /** What the work adds to the steps, apart from them. */
    List<Step> apart(Runnable work) {
        List<Step> outer = steps;
        steps = new ArrayList<>();
        try {
            work.run();
            return steps;
        } finally {
            steps = outer;
        }
    }

    List<Step> branch(Runnable work) {
        branches++;
        try {
            return apart(work);
        } finally {
            branches--;
        }
    }

    /** A value among the variables. */
    Val stored(Type type, int[] dims, int at, boolean active) {
        return new Val(
                type,
                dims,
                k -> new Num.Load(k.plus(at), active),
                new Val.Piece(false, Idx.of(at), active),
                null,
                null);
    }

    Val variable(Variable variable, int[] dims) {
        int count = 1;
        for (int extent : dims) {
            count = Math.multiplyExact(count, extent);
        }
        int at = place(count);
        owners.put(at, variable);
        boolean active = !variable.data() && variable.type().base() != Type.Base.INT;
        Val val = stored(variable.type(), dims, at, active);
        values.put(variable, val);
        return val;
    }

    /** Whether a step at this place writes over what another run of it in the loops around has left. */
    boolean overwrites(Idx at) {
        long reach = 0;
        List<long[]> factors = new ArrayList<>();
        for (Around loop : around) {
            Integer factor = at.terms().get(loop.variable());
            long extent = (long) loop.variable().high() - loop.variable().low();
            if (factor == null && extent > 0) {
                return true;
            }
            if (factor != null) {
                factors.add(new long[] {Math.abs((long) factor), extent});
            }
        }
        if (factors.size() != at.terms().size()) {
            return !around.isEmpty();
        }
        factors.sort((a, b) -> Long.compare(a[0], b[0]));
        for (long[] pair : factors) {
            if (pair[0] <= reach) {
                return true;
            }
            reach += pair[0] * pair[1];
        }
        return false;
    }

    /** A loop over 0 … n-1, or its only round. */
    void each(int n, java.util.function.Consumer<Idx> body) {
        if (n == 1) {
            body.accept(Idx.of(0));
        } else if (n > 1) {
            loop(Idx.of(0), Idx.of(n - 1), java.util.Set.of(), body);
        }
    }

    void loop(Idx from, Idx to, java.util.Set<Variable> assigned, java.util.function.Consumer<Idx> body) {
        Idx.Loop variable = new Idx.Loop(loopIds++, (int) from.low(), (int) Math.max(from.low(), to.high()));
        around.push(new Around(variable, steps, size, assigned));
        List<Step> inside;
        try {
            inside = apart(() -> body.accept(Idx.of(variable)));
        } finally {
            around.pop();
        }
        if (!inside.isEmpty()) {
            add(new Step.Loop(variable, from, to, inside));
        }
    }

    /** How far it has come. */
    record Mark(int steps, Map<Variable, Val> values) {}

    Mark mark() {
        return new Mark(steps.size(), new HashMap<>(values));
    }

    /** Takes back what was added since. */
    void reset(Mark mark) {
        steps.subList(mark.steps(), steps.size()).clear();
        values = new HashMap<>(mark.values());
    }

    /** A loop that goes on while a number that is computed before each round is not zero. */
    void repeat(java.util.Set<Variable> assigned, Supplier<Num> condition, Runnable body) {
        Idx.Loop unnamed = new Idx.Loop(loopIds++, 0, Integer.MAX_VALUE);
        around.push(new Around(unnamed, steps, size, assigned));
        try {
            Num[] test = new Num[1];
            List<Step> before = apart(() -> test[0] = condition.get());
            List<Step> inside = apart(body);
            add(new Step.While(before, test[0], inside));
        } finally {
            around.pop();
        }
    }

    /** A number in a place of its own, unless it is no more than a place already. */
    Num simple(Num num) {
        if (num instanceof Num.Apply || num instanceof Num.Kernel || num instanceof Num.Choice) {
            int at = place(1);
            add(new Step.Set(Idx.of(at), num, num.active(), inLoop()));
            return new Num.Load(Idx.of(at), num.active());
        }
        return num;
    }

    /** The value in one piece, copied if need be. */
    Val solid(Val val) {
        if (val.constant() != null) {
            int at = pool.place(val.constant());
            return new Val(
                    val.type(),
                    val.dims(),
                    val.element(),
                    new Val.Piece(true, Idx.of(at), false),
                    val.constant(),
                    null);
        }
        return val.piece() != null ? val : copied(val);
    }

    /** A copy among the variables. */
    Val copied(Val val) {
        int n = val.size();
        int at = place(n);
        boolean[] active = new boolean[1];
        each(n, k -> {
            Num num = val.at(k);
            active[0] |= num.active();
            Idx to = k.plus(at);
            add(new Step.Set(to, num, num.active(), overwrites(to)));
        });
        return stored(val.type(), val.dims(), at, active[0]);
    }

    /** The sum of numbers. */
    Num sum(int n, Function<Idx, Num> term) {
        if (n <= FEW) {
            Num sum = Num.ZERO;
            for (int k = 0; k < n; k++) {
                sum = Num.plus(sum, term.apply(Idx.of(k)));
            }
            return sum;
        }
        int at = place(1);
        boolean[] active = new boolean[1];
        List<Step> loop = apart(() -> each(n, k -> {
            Num num = term.apply(k);
            active[0] |= num.active();
            add(new Step.Accumulate(Idx.of(at), num));
        }));
        add(new Step.Set(Idx.of(at), Num.ZERO, active[0], inLoop()));
        loop.forEach(this::add);
        return new Num.Load(Idx.of(at), active[0]);
    }

    /** The sum over a range of indexes that is known only when the program runs. */
    Num sum(Idx from, Idx to, Function<Idx, Num> term) {
        int at = place(1);
        boolean[] active = new boolean[1];
        Idx first = bound(from);
        Idx last = bound(to);
        List<Step> loop = apart(() -> loop(first, last, java.util.Set.of(), k -> {
            Num num = term.apply(k);
            active[0] |= num.active();
            add(new Step.Accumulate(Idx.of(at), num));
        }));
        add(new Step.Set(Idx.of(at), Num.ZERO, active[0], inLoop()));
        loop.forEach(this::add);
        return new Num.Load(Idx.of(at), active[0]);
    }

    /** A bound of a loop: kept in a place of its own if the program may change what it is made of. */
    Idx bound(Idx bound) {
        if (!Reads.variables(bound)) {
            return bound;
        }
        int at = place(1);
        add(new Step.Set(Idx.of(at), Num.of(bound), false, inLoop()));
        return Val.index(new Num.Load(Idx.of(at), false));
    }

    /** A sum of data, computed now; null where a term is not known. */
    static Double known(int n, Function<Idx, Num> term) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            if (!(term.apply(Idx.of(k)) instanceof Num.Const c)) {
                return null;
            }
            sum += c.value();
        }
        return sum;
    }

    /** The loops around in which a number stays the same and that a step may be moved before: the outermost of them. */
    private Around hoistable(Num num) {
        Around best = null;
        for (Around loop : around) {
            if (!unchanged(num, loop)) {
                break;
            }
            best = loop;
        }
        return best;
    }

    /** Whether the number is a variable that the loop leaves as it is. */
    boolean unchanged(Num num, Around loop) {
        if (!(num instanceof Num.Load load) || !load.at().isConstant()) {
            return false;
        }
        int at = load.at().constant();
        Map.Entry<Integer, Variable> owner = owners.floorEntry(at);
        boolean temporary = owner == null;
        return at < loop.firstPlace() && (temporary || !loop.assigned().contains(owner.getValue()));
    }

    /** Whether the number can be computed before a loop around. */
    boolean hoists(Num num) {
        return branches == 0 && hoistable(num) != null;
    }

    /** Does the work before the outermost loop in which the number does not change, if there is one. */
    <T> T before(Num num, Supplier<T> work) {
        Around loop = hoistable(num);
        if (loop == null || branches > 0) {
            return work.get();
        }
        List<Around> inner = new ArrayList<>();
        int id = loop.variable().id();
        while (around.element().variable().id() != id) {
            inner.add(around.pop());
        }
        around.pop();
        List<Step> here = steps;
        steps = loop.before();
        try {
            return work.get();
        } finally {
            steps = here;
            around.push(loop);
            for (int i = inner.size() - 1; i >= 0; i--) {
                around.push(inner.get(i));
            }
        }
    }

    Around innermost() {
        return around.peek();
    }

    /** A value all of whose numbers are known, as one that is; others as they are. */
    Val frozen(Val val) {
        if (val.constant() != null) {
            return val;
        }
        double[] numbers = new double[val.size()];
        for (int k = 0; k < numbers.length; k++) {
            if (!(val.at(Idx.of(k)) instanceof Num.Const c)) {
                return val;
            }
            numbers[k] = c.value();
        }
        return pool.constant(Arg.constant(val.type(), numbers, Arrays.copyOf(val.dims(), val.dims().length)));
    }
}
