package org.driftfield.stan.library;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** A scalar function, element by element. */
public final class UnaryOp implements Op {
    private final DoubleUnaryOperator value;
    private final DoubleBinaryOperator slope;

    public UnaryOp(DoubleUnaryOperator value, DoubleBinaryOperator slope) {
        this.value = value;
        this.slope = slope;
    }

    @Override
    public int[] dims(Arg[] arguments) {
        return arguments[0].dims;
    }

    @Override
    public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg x = arguments[0];
        for (int i = 0; i < out.size; i++) {
            out.value[out.at + i] = value.applyAsDouble(x.value[x.at + i]);
        }
    }

    @Override
    public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg x = arguments[0];
        if (slope == null || x.adjoint == null) {
            return;
        }
        for (int i = 0; i < out.size; i++) {
            double weight = out.adjoint[out.adjointAt + i];
            if (weight != 0) {
                x.adjoint[x.adjointAt + i] += weight * slope.applyAsDouble(x.value[x.at + i], out.value[out.at + i]);
            }
        }
    }
}
