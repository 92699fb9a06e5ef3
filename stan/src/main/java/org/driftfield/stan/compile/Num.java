package org.driftfield.stan.compile;

import java.lang.reflect.Method;
import java.util.List;

/** A real number in a compiled program. */
sealed interface Num {
    /** Whether it depends on a free coordinate. */
    boolean active();

    record Const(double value) implements Num {
        @Override
        public boolean active() {
            return false;
        }
    }

    /** An element of the data, which all evaluators share. */
    record Datum(Idx at) implements Num {
        @Override
        public boolean active() {
            return false;
        }
    }

    /** An element of the variables of an evaluator. */
    record Load(Idx at, boolean active) implements Num {}

    record OfIdx(Idx index) implements Num {
        @Override
        public boolean active() {
            return false;
        }
    }

    /** {@code function} applied to numbers. */
    record Apply(Scalar function, List<Num> arguments, boolean active) implements Num {}

    /** A density: a static method that takes an array for partial derivatives last. */
    record Kernel(Method method, List<Num> arguments, boolean active) implements Num {}

    /** {@code test != 0 ? yes : no}. */
    record Choice(Num test, Num yes, Num no) implements Num {
        @Override
        public boolean active() {
            return yes.active() || no.active();
        }
    }

    Num ZERO = new Const(0);
    Num ONE = new Const(1);

    static Num of(double value) {
        return new Const(value);
    }

    static Num of(Idx index) {
        return index.isConstant() ? new Const(index.constant()) : new OfIdx(index);
    }

    static Num apply(Scalar function, Num... arguments) {
        List<Num> list = List.of(arguments);
        boolean constant = list.stream().allMatch(Const.class::isInstance);
        if (constant) {
            double[] values =
                    list.stream().mapToDouble(a -> ((Const) a).value()).toArray();
            return new Const(function.value(values));
        }
        boolean active = function.differentiable() && list.stream().anyMatch(Num::active);
        return new Apply(function, list, active);
    }

    static Num plus(Num a, Num b) {
        if (a.equals(ZERO)) {
            return b;
        }
        return b.equals(ZERO) ? a : apply(Scalar.PLUS, a, b);
    }

    static Num times(Num a, Num b) {
        if (a.equals(ONE)) {
            return b;
        }
        return b.equals(ONE) ? a : apply(Scalar.TIMES, a, b);
    }

    static Num kernel(Method method, List<Num> arguments) {
        return new Kernel(method, arguments, arguments.stream().anyMatch(Num::active));
    }
}
