package org.driftfield.stan.library;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import org.driftfield.stan.lang.Type;

/** A scalar function of two arguments, element by element; a scalar goes with every element of the other. */
public final class BinaryOp implements Op {
    /** A partial derivative, from the arguments and the value. */
    public interface Slope {
        double at(double a, double b, double value);
    }

    private final String name;
    private final DoubleBinaryOperator value;
    private final Slope first;
    private final Slope second;

    public BinaryOp(String name, DoubleBinaryOperator value, Slope first, Slope second) {
        this.name = name;
        this.value = value;
        this.first = first;
        this.second = second;
    }

    /** 0 for a scalar, which is read again and again, else 1. */
    private static int step(Arg x) {
        return Rule.scalar(x.type) ? 0 : 1;
    }

    /** The sizes of a pair of which either may be a scalar. */
    public static int[] common(String name, Arg a, Arg b) {
        if (Rule.scalar(a.type)) {
            return b.dims;
        }
        if (!Rule.scalar(b.type) && !Arrays.equals(a.dims, b.dims)) {
            throw new DomainException(name + ": sizes must agree, got " + words(a) + " and " + words(b));
        }
        return a.dims;
    }

    public static String words(Arg x) {
        Type type = x.type;
        return type + " of " + (x.dims.length == 0 ? "1" : Arrays.toString(x.dims));
    }

    @Override
    public int[] dims(Arg[] arguments) {
        return common(name, arguments[0], arguments[1]);
    }

    @Override
    public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg a = arguments[0];
        Arg b = arguments[1];
        int stepA = step(a);
        int stepB = step(b);
        for (int i = 0; i < out.size; i++) {
            out.value[out.at + i] = value.applyAsDouble(a.value[a.at + i * stepA], b.value[b.at + i * stepB]);
        }
    }

    @Override
    public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg a = arguments[0];
        Arg b = arguments[1];
        int stepA = step(a);
        int stepB = step(b);
        for (int i = 0; i < out.size; i++) {
            double weight = out.adjoint[out.adjointAt + i];
            if (weight == 0) {
                continue;
            }
            double x = a.value[a.at + i * stepA];
            double y = b.value[b.at + i * stepB];
            double z = out.value[out.at + i];
            if (first != null && a.adjoint != null) {
                a.adjoint[a.adjointAt + i * stepA] += weight * first.at(x, y, z);
            }
            if (second != null && b.adjoint != null) {
                b.adjoint[b.adjointAt + i * stepB] += weight * second.at(x, y, z);
            }
        }
    }
}
