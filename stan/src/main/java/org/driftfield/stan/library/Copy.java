package org.driftfield.stan.library;

import java.util.Arrays;

/** A function that only moves numbers: each of the result is one of an argument, or zero. */
public final class Copy implements Op {
    /** The sizes of the result. */
    public interface Dims {
        int[] of(Arg[] arguments);
    }

    /** Which numbers go where. */
    public interface Runs {
        void emit(Arg[] arguments, int[] dims, Sink sink);
    }

    /** Takes {@code count} numbers of an argument, {@code stepFrom} apart, to places {@code stepTo} apart. */
    public interface Sink {
        void run(int argument, int from, int stepFrom, int to, int stepTo, int count);
    }

    private final Dims dims;
    private final Runs runs;

    public Copy(Dims dims, Runs runs) {
        this.dims = dims;
        this.runs = runs;
    }

    @Override
    public int[] dims(Arg[] arguments) {
        return dims.of(arguments);
    }

    @Override
    public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arrays.fill(out.value, out.at, out.at + out.size, 0);
        runs.emit(arguments, out.dims, (argument, from, stepFrom, to, stepTo, count) -> {
            Arg x = arguments[argument];
            for (int i = 0; i < count; i++) {
                out.value[out.at + to + i * stepTo] = x.value[x.at + from + i * stepFrom];
            }
        });
    }

    @Override
    public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
        runs.emit(arguments, out.dims, (argument, from, stepFrom, to, stepTo, count) -> {
            Arg x = arguments[argument];
            if (x.adjoint != null) {
                for (int i = 0; i < count; i++) {
                    x.adjoint[x.adjointAt + from + i * stepFrom] += out.adjoint[out.adjointAt + to + i * stepTo];
                }
            }
        });
    }
}
