package org.driftfield.stan.library;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.stan.lang.Type;

/**
 * A function written in terms of others. Its derivative follows from theirs: the reverse pass computes the function again and
 * goes back through its steps. For functions whose own cost is not what a program waits for.
 */
public final class Composite implements Op {
    /** The function. */
    public interface Body {
        Arg of(Steps steps, Arg[] arguments);
    }

    private final Copy.Dims dims;
    private final Body body;

    public Composite(Copy.Dims dims, Body body) {
        this.dims = dims;
        this.body = body;
    }

    /** With one number as the result. */
    public static Composite scalar(Body body) {
        return new Composite(a -> new int[0], body);
    }

    /** The steps of one evaluation, in order. */
    public static final class Steps {
        private record Step(Op op, Arg[] in, Arg out, double[] work) {}

        private final List<Step> steps = new ArrayList<>();

        public Arg call(String name, Arg... arguments) {
            List<Type> types = Arrays.stream(arguments).map(x -> x.type).toList();
            Library.Resolved function =
                    Library.find(name, types).orElseThrow(() -> new IllegalStateException("no " + name + types));
            return apply(function.op(), function.result(), arguments);
        }

        public Arg apply(Op op, Type type, Arg... in) {
            int[] dims = op.dims(in);
            int size = 1;
            for (int n : dims) {
                size *= n;
            }
            Arg out = Arg.constant(type, new double[size], dims);
            for (Arg x : in) {
                if (x.adjoint != null && type.base() != Type.Base.INT) {
                    out.adjoint = new double[size];
                }
            }
            double[] work = new double[op.workspace(in)];
            op.forward(in, out, work, 0);
            steps.add(new Step(op, in, out, work));
            return out;
        }

        public Arg plus(Arg a, Arg b) {
            return call("+", a, b);
        }

        public Arg minus(Arg a, Arg b) {
            return call("-", a, b);
        }

        public Arg times(Arg a, Arg b) {
            return call("*", a, b);
        }

        public Arg times(double a, Arg b) {
            return call("*", number(a), b);
        }

        public Arg element(Arg x, int i) {
            return part(x, i, 1, Type.REAL);
        }

        /** A stretch of the numbers of a container as something else. */
        public Arg part(Arg x, int from, int count, Type type, int... dims) {
            return apply(new Copy(a -> dims, (a, d, sink) -> sink.run(0, from, 1, 0, 1, count)), type, x);
        }
    }

    public static Arg number(double x) {
        return Arg.constant(Type.REAL, new double[] {x});
    }

    @Override
    public int[] dims(Arg[] arguments) {
        return dims.of(arguments);
    }

    @Override
    public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg[] constants = new Arg[arguments.length];
        for (int i = 0; i < constants.length; i++) {
            Arg x = arguments[i];
            Arg constant = new Arg(x.type);
            constant.dims = x.dims;
            constant.size = x.size;
            constant.value = x.value;
            constant.at = x.at;
            constants[i] = constant;
        }
        Arg result = body.of(new Steps(), constants);
        System.arraycopy(result.value, result.at, out.value, out.at, out.size);
    }

    @Override
    public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
        Steps steps = new Steps();
        Arg result = body.of(steps, arguments);
        if (result.adjoint == null) {
            return;
        }
        for (int i = 0; i < out.size; i++) {
            result.addAdjoint(i, out.adjoint[out.adjointAt + i]);
        }
        for (int s = steps.steps.size() - 1; s >= 0; s--) {
            Steps.Step step = steps.steps.get(s);
            if (step.out.adjoint != null) {
                step.op.reverse(step.in, step.out, step.work, 0);
            }
        }
    }
}
