package org.driftfield.stan.library;

/** A function with one number as its result. */
public abstract class Reduction implements Op {
    private static final int[] SCALAR = {};

    @Override
    public final int[] dims(Arg[] arguments) {
        check(arguments);
        return SCALAR;
    }

    /** Throws where the sizes do not agree. */
    public void check(Arg[] arguments) {}

    public abstract double value(Arg[] arguments);

    /** Adds to the adjoints, given the adjoint of the result, which is not zero. */
    public void pull(Arg[] arguments, double value, double weight) {}

    @Override
    public final void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
        out.set(0, value(arguments));
    }

    @Override
    public final void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
        double weight = out.adjoint[out.adjointAt];
        if (weight != 0) {
            pull(arguments, out.get(0), weight);
        }
    }

    /** A function of one container, each element of which has a derivative. */
    public static Reduction of(Value value, Slopes slopes) {
        return new Reduction() {
            @Override
            public double value(Arg[] arguments) {
                return value.of(arguments[0]);
            }

            @Override
            public void pull(Arg[] arguments, double value, double weight) {
                if (slopes != null && arguments[0].adjoint != null) {
                    slopes.add(arguments[0], value, weight);
                }
            }
        };
    }

    /** A function of a container. */
    public interface Value {
        double of(Arg x);
    }

    /** Adds to the adjoints of a container, given the result and its adjoint. */
    public interface Slopes {
        void add(Arg x, double value, double weight);
    }
}
