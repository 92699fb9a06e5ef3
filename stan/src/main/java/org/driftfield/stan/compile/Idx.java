package org.driftfield.stan.compile;

import java.util.LinkedHashMap;
import java.util.Map;

/** A whole number in a compiled program, linear in its terms: constant + Σ factor · term. */
record Idx(int constant, Map<Term, Integer> terms) {
    /** What an index can depend on. */
    sealed interface Term {}

    /**
     * The variable of a loop.
     *
     * @param id its number, unique in the program
     * @param low the smallest value it ever has
     * @param high the largest
     */
    record Loop(int id, int low, int high) implements Term {}

    /** A number that is known to be whole, computed where it is needed. */
    record Whole(Num value, int low, int high) implements Term {}

    /** {@code index} if it is between 1 and {@code size}, an error if not. */
    record Checked(Idx index, int size) implements Term {}

    /** The quotient or remainder by a positive constant of an index that is not negative. */
    record Divided(Idx index, int by, boolean remainder) implements Term {}

    static Idx of(int constant) {
        return new Idx(constant, Map.of());
    }

    static Idx of(Term term) {
        return new Idx(0, Map.of(term, 1));
    }

    boolean isConstant() {
        return terms.isEmpty();
    }

    Idx plus(int more) {
        return more == 0 ? this : new Idx(Math.addExact(constant, more), terms);
    }

    Idx plus(Idx other) {
        return combine(other, 1);
    }

    Idx minus(Idx other) {
        return combine(other, -1);
    }

    private Idx combine(Idx other, int sign) {
        Map<Term, Integer> sum = new LinkedHashMap<>(terms);
        other.terms.forEach((term, factor) -> sum.merge(term, sign * factor, Math::addExact));
        sum.values().removeIf(factor -> factor == 0);
        return new Idx(Math.addExact(constant, sign * other.constant), sum);
    }

    Idx times(int by) {
        if (by == 0) {
            return of(0);
        }
        if (by == 1) {
            return this;
        }
        Map<Term, Integer> scaled = new LinkedHashMap<>();
        terms.forEach((term, factor) -> scaled.put(term, Math.multiplyExact(factor, by)));
        return new Idx(Math.multiplyExact(constant, by), scaled);
    }

    /** The quotient by a positive constant, for an index that is not negative. */
    Idx over(int by) {
        return by == 1 ? this : isConstant() ? of(constant / by) : of(new Divided(this, by, false));
    }

    Idx modulo(int by) {
        return by == 1 ? of(0) : isConstant() ? of(constant % by) : of(new Divided(this, by, true));
    }

    long low() {
        return end(true);
    }

    long high() {
        return end(false);
    }

    private long end(boolean low) {
        long sum = constant;
        for (Map.Entry<Term, Integer> e : terms.entrySet()) {
            boolean lower = low == e.getValue() > 0;
            sum += (long) e.getValue() * (lower ? least(e.getKey()) : most(e.getKey()));
        }
        return sum;
    }

    private static long least(Term term) {
        if (term instanceof Loop loop) {
            return loop.low();
        } else if (term instanceof Whole whole) {
            return whole.low();
        } else if (term instanceof Checked) {
            return 1;
        }
        Divided divided = (Divided) term;
        return divided.remainder() ? 0 : divided.index().low() / divided.by();
    }

    private static long most(Term term) {
        if (term instanceof Loop loop) {
            return loop.high();
        } else if (term instanceof Whole whole) {
            return whole.high();
        } else if (term instanceof Checked checked) {
            return checked.size();
        }
        Divided divided = (Divided) term;
        return divided.remainder() ? divided.by() - 1 : divided.index().high() / divided.by();
    }

    /** The same, verified where it must be, to lie between 1 and {@code size}. */
    Idx within(int size) {
        if (low() >= 1 && high() <= size) {
            return this;
        }
        if (isConstant()) {
            throw new Unsupported("an index out of range");
        }
        return of(new Checked(this, size));
    }
}
