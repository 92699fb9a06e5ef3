package org.driftfield.stan.library.function;

import java.util.Arrays;
import java.util.Comparator;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Composite;
import org.driftfield.stan.library.Copy;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.library.Reduction;
import org.driftfield.stan.math.Check;

/** Sorting, ranks and quantiles. */
public final class Ordering {
    private Ordering() {}

    public static void enter(FunctionTable t) {
        String line = "int[]|real[]|vector|row_vector";
        if (t.wants("sort_asc")) {
            t.fixed("sort_asc", "1", line, sorted(1));
        }
        if (t.wants("sort_desc")) {
            t.fixed("sort_desc", "1", line, sorted(-1));
        }
        if (t.wants("sort_indices_asc")) {
            t.fixed("sort_indices_asc", "int[]", line, new Indices(1));
        }
        if (t.wants("sort_indices_desc")) {
            t.fixed("sort_indices_desc", "int[]", line, new Indices(-1));
        }
        if (t.wants("rank")) {
            t.fixed("rank", "int", line + ", int", new Reduction() {
                @Override
                public double value(Arg[] a) {
                    double x = a[0].get(Slices.index("rank", a[1].get(0), a[0].size));
                    int below = 0;
                    for (int i = 0; i < a[0].size; i++) {
                        below += a[0].get(i) < x ? 1 : 0;
                    }
                    return below;
                }
            });
        }
        if (t.wants("quantile")) {
            t.fixed("quantile", "real", "vector|row_vector|real[], real", quantiles(Type.REAL));
        }
        if (t.wants("quantile")) {
            t.fixed("quantile", "real[]", "vector|row_vector|real[], real[]", quantiles(Type.REAL.array(1)));
        }
    }

    static Integer[] order(Arg x, int direction) {
        Integer[] order = new Integer[x.size];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
            Check.notNan("sort", "every element", x.get(i));
        }
        Comparator<Integer> ascending = (i, j) -> Double.compare(x.get(i), x.get(j));
        Arrays.sort(order, direction > 0 ? ascending : ascending.reversed());
        return order;
    }

    private static Copy sorted(int direction) {
        return new Copy(a -> a[0].dims, (a, dims, sink) -> {
            Integer[] order = order(a[0], direction);
            for (int i = 0; i < order.length; i++) {
                sink.run(0, order[i], 1, i, 1, 1);
            }
        });
    }

    private record Indices(int direction) implements Op {
        @Override
        public int[] dims(Arg[] a) {
            return new int[] {a[0].size};
        }

        @Override
        public void forward(Arg[] a, Arg out, double[] work, int workAt) {
            Integer[] order = order(a[0], direction);
            for (int i = 0; i < order.length; i++) {
                out.set(i, order[i] + 1);
            }
        }

        @Override
        public void reverse(Arg[] a, Arg out, double[] work, int workAt) {
            // Integers have no derivative.
        }
    }

    /** By linear interpolation between order statistics (type 7 of Hyndman and Fan 1996). */
    private static Op quantiles(Type type) {
        return new Composite(a -> a[1].dims, (s, a) -> {
            Arg sorted = s.call("sort_asc", a[0]);
            int n = a[0].size;
            if (n == 0) {
                throw new DomainException("quantile: there must be at least one number, got none");
            }
            Op op = new Op() {
                @Override
                public int[] dims(Arg[] in) {
                    return in[1].dims;
                }

                @Override
                public void forward(Arg[] in, Arg out, double[] work, int workAt) {
                    for (int i = 0; i < out.size; i++) {
                        double p = in[1].get(i);
                        Check.between("quantile", "probability", 0, 1, p);
                        int low = (int) Math.min(n - 1, Math.floor((n - 1) * p));
                        int high = Math.min(low + 1, n - 1);
                        double share = (n - 1) * p - low;
                        out.set(i, in[0].get(low) + share * (in[0].get(high) - in[0].get(low)));
                    }
                }

                @Override
                public void reverse(Arg[] in, Arg out, double[] work, int workAt) {
                    for (int i = 0; i < out.size; i++) {
                        double p = in[1].get(i);
                        int low = (int) Math.min(n - 1, Math.floor((n - 1) * p));
                        int high = Math.min(low + 1, n - 1);
                        double share = (n - 1) * p - low;
                        double weight = out.adjoint[out.adjointAt + i];
                        if (in[0].adjoint != null) {
                            in[0].addAdjoint(low, weight * (1 - share));
                            in[0].addAdjoint(high, weight * share);
                        }
                        if (in[1].adjoint != null) {
                            in[1].addAdjoint(i, weight * (n - 1) * (in[0].get(high) - in[0].get(low)));
                        }
                    }
                }
            };
            return s.apply(op, type, sorted, a[1]);
        });
    }
}
