package org.driftfield.stan.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.random.RandomStream;
import org.driftfield.stan.lang.Type;

/** Calls functions of the library on plain numbers, and holds their derivatives against finite differences. */
final class Bench {
    private Bench() {}

    /** An argument with the directions in which it may be moved; several elements where it must keep a constraint. */
    record Sample(Arg arg, List<double[]> directions) {
        static Sample free(Arg arg) {
            List<double[]> directions = new ArrayList<>();
            if (arg.type.base() != Type.Base.INT) {
                for (int i = 0; i < arg.size; i++) {
                    double[] direction = new double[arg.size];
                    direction[i] = 1;
                    directions.add(direction);
                }
            }
            return new Sample(arg, directions);
        }
    }

    static Arg real(double x) {
        return Arg.constant(Type.REAL, new double[] {x});
    }

    static Arg integer(int x) {
        return Arg.constant(Type.INT, new double[] {x});
    }

    static Arg integers(double... x) {
        return Arg.constant(Type.INT.array(1), x, x.length);
    }

    static Arg vector(double... x) {
        return Arg.constant(Type.VECTOR, x, x.length);
    }

    static Arg row(double... x) {
        return Arg.constant(Type.ROW_VECTOR, x, x.length);
    }

    /** From rows, as one writes it. */
    static Arg matrix(double[]... rows) {
        int n = rows.length;
        int m = rows[0].length;
        double[] x = new double[n * m];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                x[j * n + i] = rows[i][j];
            }
        }
        return Arg.constant(Type.MATRIX, x, n, m);
    }

    static Library.Resolved find(String name, Arg... arguments) {
        List<Type> types = Arrays.stream(arguments).map(a -> a.type).toList();
        return Library.find(name, types)
                .orElseThrow(() -> new AssertionError("no " + name + types + "; there is " + Library.signatures(name)));
    }

    /** The arguments under the types they are promoted to. */
    private static Arg[] promoted(Library.Resolved function, Arg[] arguments) {
        Arg[] out = new Arg[arguments.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = Arg.constant(function.parameters().get(i), arguments[i].value, arguments[i].dims);
        }
        return out;
    }

    private static Arg result(Library.Resolved function, int[] dims) {
        int size = 1;
        for (int n : dims) {
            size *= n;
        }
        assertThat(dims).as(function.name()).hasSize(function.result().dimensions());
        return Arg.constant(function.result(), new double[size], dims);
    }

    static Arg call(String name, Arg... arguments) {
        Library.Resolved function = find(name, arguments);
        Arg[] in = promoted(function, arguments);
        Arg out = result(function, function.op().dims(in));
        function.op().forward(in, out, new double[function.op().workspace(in)], 0);
        return out;
    }

    static double value(String name, Arg... arguments) {
        return call(name, arguments).get(0);
    }

    static Arg draw(String name, RandomStream random, Arg... arguments) {
        Library.Resolved function = find(name, arguments);
        Arg[] in = promoted(function, arguments);
        Arg out = result(function, function.random().dims(in));
        function.random().draw(in, random, out);
        return out;
    }

    /** Compares a weighted sum of the result, differentiated in reverse, with its differences of fourth order. */
    static void checkGradient(String what, String name, double tolerance, Sample... samples) {
        Arg[] arguments = Arrays.stream(samples).map(Sample::arg).toArray(Arg[]::new);
        Library.Resolved function = find(name, arguments);
        Arg[] in = promoted(function, arguments);
        // Places that do not start at zero, so that nothing forgets them.
        for (Arg x : in) {
            double[] shifted = new double[x.size + 2];
            System.arraycopy(x.value, 0, shifted, 2, x.size);
            x.value = shifted;
            x.at = 2;
            if (x.type.base() != Type.Base.INT) {
                x.adjoint = new double[x.size + 1];
                x.adjointAt = 1;
            }
        }
        Arg out = result(function, function.op().dims(in));
        out.value = new double[out.size + 3];
        Arrays.fill(out.value, 7);
        out.at = 3;
        out.adjoint = new double[out.size + 1];
        out.adjointAt = 1;
        double[] work = new double[function.op().workspace(in) + 1];
        Arrays.fill(work, 99);
        function.op().forward(in, out, work, 1);
        for (int i = 0; i < out.size; i++) {
            out.adjoint[1 + i] = 0.5 + 0.37 * ((i * 7) % 5) - 0.8 * (i % 2);
        }
        double[] weights = out.adjoint.clone();
        function.op().reverse(in, out, work, 1);
        for (int a = 0; a < in.length; a++) {
            for (double[] direction : samples[a].directions()) {
                double analytic = 0;
                double size = 0;
                double longest = 0;
                for (int i = 0; i < direction.length; i++) {
                    analytic += direction[i] * in[a].adjoint[1 + i];
                    size = Math.max(size, direction[i] == 0 ? 0 : Math.abs(arguments[a].value[i]));
                    longest = Math.max(longest, Math.abs(direction[i]));
                }
                double step = 2e-4 * Math.min(1, Math.max(size, 1e-3)) / longest;
                double numeric = (8
                                        * (along(function, arguments, a, direction, step, weights)
                                                - along(function, arguments, a, direction, -step, weights))
                                - along(function, arguments, a, direction, 2 * step, weights)
                                + along(function, arguments, a, direction, -2 * step, weights))
                        / (12 * step);
                assertThat(analytic)
                        .as("%s: derivative by argument %d along %s", what, a + 1, Arrays.toString(direction))
                        .isCloseTo(numeric, within(tolerance * (1 + Math.abs(numeric))));
            }
        }
        // Derivatives are added, and only where there is an adjoint.
        for (Arg x : in) {
            x.adjoint = null;
        }
        function.op().forward(in, out, work, 1);
        function.op().reverse(in, out, work, 1);
    }

    private static double along(
            Library.Resolved function, Arg[] arguments, int a, double[] direction, double step, double[] weights) {
        Arg[] moved = arguments.clone();
        double[] x = arguments[a].value.clone();
        for (int i = 0; i < x.length; i++) {
            x[i] += step * direction[i];
        }
        moved[a] = Arg.constant(arguments[a].type, x, arguments[a].dims);
        Arg out = call(function.name(), moved);
        double sum = 0;
        for (int i = 0; i < out.size; i++) {
            sum += weights[1 + i] * out.value[i];
        }
        return sum;
    }
}
