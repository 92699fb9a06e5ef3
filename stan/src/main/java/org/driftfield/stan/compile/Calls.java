package org.driftfield.stan.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.driftfield.kernel.Kernels;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.DomainException;

/** The steps that generated code hands over: functions of the library on whole values, products with data, likelihoods. */
public final class Calls {
    /** Below so many products, plain loops: they are fast before the machine has compiled anything. */
    private static final int SHORT = 1024;

    private Calls() {}

    /** The places that generated code computes before it hands over. */
    static List<Idx> places(Step step) {
        if (step instanceof Step.Call call) {
            List<Idx> places = new ArrayList<>();
            for (Step.Operand operand : call.arguments()) {
                places.add(operand.at());
            }
            places.add(call.result().at());
            return places;
        }
        if (step instanceof Step.Interpreted left) {
            return Stream.concat(left.inputs().stream(), left.outputs().stream())
                    .map(Step.Operand::at)
                    .toList();
        }
        return step instanceof Step.Product product ? List.of(product.vectorAt()) : List.of();
    }

    public static void forward(Frame f, int number) {
        Frame.Call call = f.calls[number];
        if (call.step instanceof Step.Call step) {
            place(f, call, step);
            if (step.save()) {
                push(f, call.result.at, call.result.size);
            }
            step.op().forward(call.arguments, call.result, f.v, step.workAt());
        } else if (call.step instanceof Step.Product product) {
            if (product.save()) {
                push(f, product.resultAt(), product.rows());
            }
            product(f, product);
        } else if (call.step instanceof Step.Verify verify) {
            verify(f, verify);
        } else if (call.step instanceof Step.Interpreted step) {
            place(f, call, step.inputs(), step.outputs());
            for (Arg output : call.results) {
                push(f, output.at, output.size);
            }
            call.runner.forward(call.arguments, false);
            call.runner.write(call.results);
        }
    }

    public static void reverse(Frame f, int number) {
        Frame.Call call = f.calls[number];
        if (call.step instanceof Step.Call step) {
            place(f, call, step);
            if (step.result().active()) {
                if (!step.once()) {
                    step.op().forward(call.arguments, call.result, f.v, step.workAt());
                }
                step.op().reverse(call.arguments, call.result, f.v, step.workAt());
                Arrays.fill(f.d, call.result.at, call.result.at + call.result.size, 0);
            }
            if (step.save()) {
                pop(f, call.result.at, call.result.size);
            }
        } else if (call.step instanceof Step.Product product) {
            unproduct(f, product);
            if (product.save()) {
                pop(f, product.resultAt(), product.rows());
            }
        } else if (call.step instanceof Step.Likelihood likelihood) {
            likelihood(f, likelihood);
        } else if (call.step instanceof Step.Interpreted step) {
            place(f, call, step.inputs(), step.outputs());
            interpreted(f, call, step.once());
        }
    }

    private static void interpreted(Frame f, Frame.Call call, boolean once) {
        for (int j = call.results.length - 1; j >= 0; j--) {
            pop(f, call.results[j].at, call.results[j].size);
        }
        if (!once) {
            call.runner.forward(call.arguments, true);
        }
        f.target += call.runner.target();
        call.runner.reverse(call.arguments, call.results);
    }

    private static void place(Frame f, Frame.Call call, Step.Call step) {
        place(f, call, step.arguments(), List.of(step.result()));
    }

    private static void place(Frame f, Frame.Call call, List<Step.Operand> arguments, List<Step.Operand> results) {
        for (int j = 0; j < call.arguments.length; j++) {
            place(f, call.arguments[j], arguments.get(j), f.at[j]);
        }
        for (int j = 0; j < call.results.length; j++) {
            place(f, call.results[j], results.get(j), f.at[call.arguments.length + j]);
        }
    }

    private static void place(Frame f, Arg arg, Step.Operand operand, int at) {
        arg.value = operand.data() ? f.c : f.v;
        arg.at = at;
        arg.adjoint = operand.active() ? f.d : null;
        arg.adjointAt = at;
    }

    private static void push(Frame f, int at, int n) {
        System.arraycopy(f.v, at, f.stack, f.sp, n);
        f.sp += n;
    }

    private static void pop(Frame f, int at, int n) {
        f.sp -= n;
        System.arraycopy(f.stack, f.sp, f.v, at, n);
    }

    private static void product(Frame f, Step.Product x) {
        int rows = x.rows();
        int columns = x.columns().length;
        if (rows * columns < SHORT) {
            int b = f.at[0];
            for (int i = 0; i < rows; i++) {
                double sum = 0;
                for (int j = 0; j < columns; j++) {
                    sum += x.matrix()[j * rows + i] * f.v[b + j];
                }
                f.v[x.resultAt() + i] = sum;
            }
            return;
        }
        Kernels.linearPredictors(
                x.matrix(), rows, x.columns(), 0, rows, f.v, f.at[0], columns, 1, null, 0, f.v, x.resultAt(), rows);
    }

    private static void unproduct(Frame f, Step.Product x) {
        if (!x.active()) {
            return;
        }
        int rows = x.rows();
        int columns = x.columns().length;
        if (rows * columns < SHORT) {
            int b = f.at[0];
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                for (int i = 0; i < rows; i++) {
                    sum += x.matrix()[j * rows + i] * f.d[x.resultAt() + i];
                }
                f.d[b + j] += sum;
            }
        } else {
            Kernels.transposeTimes(
                    x.matrix(), rows, x.columns(), 0, rows, f.d, x.resultAt(), rows, 1, f.d, f.at[0], columns);
        }
        Arrays.fill(f.d, x.resultAt(), x.resultAt() + rows, 0);
    }

    private static void verify(Frame f, Step.Verify x) {
        for (int k = 0; k < x.count(); k++) {
            String fault = x.transform().fault(f.v, x.at() + k * x.transform().size());
            if (fault != null) {
                throw new DomainException(x.name() + " " + fault);
            }
        }
    }

    private static void likelihood(Frame f, Step.Likelihood x) {
        f.target += switch (x.kind()) {
            case BERNOULLI_LOGIT ->
                Kernels.bernoulliLogit(f.v, x.predictorAt(), f.c, x.outcomeAt(), f.d, x.predictorAt(), x.count());
            case POISSON_LOG ->
                Kernels.poissonLog(f.v, x.predictorAt(), f.c, x.outcomeAt(), f.d, x.predictorAt(), x.count());
        };
    }
}
