package org.driftfield.stan.library.function;

import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.math.Check;

/** Covariance matrices of Gaussian processes. */
public final class Covariances {
    private Covariances() {}

    public static void enter(FunctionTable t) {
        for (Kind kind : Kind.values()) {
            for (String name :
                    kind == Kind.EXP_QUAD ? new String[] {kind.title, "cov_exp_quad"} : new String[] {kind.title}) {
                String scales = kind.periodic ? "real, real, real" : kind == Kind.DOT_PRODUCT ? "real" : "real, real";
                for (String points : new String[] {"real[]", "vector[]", "row_vector[]"}) {
                    if (t.wants(name)) {
                        t.fixed(name, "matrix", points + ", " + scales, new Kernel(name, kind, false));
                    }
                    if (t.wants(name)) {
                        t.fixed(name, "matrix", points + ", " + points + ", " + scales, new Kernel(name, kind, true));
                    }
                    if (!kind.periodic && kind != Kind.DOT_PRODUCT && !points.equals("real[]")) {
                        if (t.wants(name)) {
                            t.fixed(name, "matrix", points + ", real, real[]", new Kernel(name, kind, false));
                        }
                        if (t.wants(name)) {
                            t.fixed(
                                    name,
                                    "matrix",
                                    points + ", " + points + ", real, real[]",
                                    new Kernel(name, kind, true));
                        }
                    }
                }
            }
        }
    }

    /** The shape of a covariance: the correlation as a function of s, the squared distance over the squared length scale. */
    private enum Kind {
        EXP_QUAD("gp_exp_quad_cov") {
            @Override
            double at(double s) {
                return Math.exp(-0.5 * s);
            }

            @Override
            double slope(double s) {
                return -0.5 * Math.exp(-0.5 * s);
            }
        },
        MATERN32("gp_matern32_cov") {
            @Override
            double at(double s) {
                double r = Math.sqrt(3 * s);
                return (1 + r) * Math.exp(-r);
            }

            @Override
            double slope(double s) {
                return -1.5 * Math.exp(-Math.sqrt(3 * s));
            }
        },
        MATERN52("gp_matern52_cov") {
            @Override
            double at(double s) {
                double r = Math.sqrt(5 * s);
                return (1 + r + r * r / 3) * Math.exp(-r);
            }

            @Override
            double slope(double s) {
                double r = Math.sqrt(5 * s);
                return -5.0 / 6 * (1 + r) * Math.exp(-r);
            }
        },
        EXPONENTIAL("gp_exponential_cov") {
            @Override
            double at(double s) {
                return Math.exp(-Math.sqrt(s));
            }

            @Override
            double slope(double s) {
                return s == 0 ? 0 : -0.5 * Math.exp(-Math.sqrt(s)) / Math.sqrt(s);
            }
        },
        PERIODIC("gp_periodic_cov") {
            @Override
            double at(double s) {
                return Math.exp(-2 * s);
            }

            @Override
            double slope(double s) {
                return -2 * Math.exp(-2 * s);
            }
        },
        DOT_PRODUCT("gp_dot_prod_cov") {
            @Override
            double at(double s) {
                return s;
            }

            @Override
            double slope(double s) {
                return 1;
            }
        };

        private final String title;
        private final boolean periodic;

        Kind(String title) {
            this.title = title;
            this.periodic = title.contains("periodic");
        }

        abstract double at(double s);

        abstract double slope(double s);
    }

    /** Points (one or two sets), standard deviation, length scale (one or one for each coordinate), period. */
    private record Kernel(String name, Kind kind, boolean crossed) implements Op {
        private static int width(Arg x) {
            return x.type.base() == Type.Base.REAL ? 1 : x.dims[1];
        }

        private Arg second(Arg[] a) {
            return a[crossed ? 1 : 0];
        }

        private int scales() {
            return crossed ? 2 : 1;
        }

        @Override
        public int[] dims(Arg[] a) {
            if (crossed && width(a[0]) != width(a[1]) && a[0].dims[0] > 0 && a[1].dims[0] > 0) {
                throw new DomainException(
                        name + ": points must have the same size, got " + width(a[0]) + " and " + width(a[1]));
            }
            if (kind != Kind.DOT_PRODUCT) {
                Arg length = a[scales() + 1];
                if (length.dims.length == 1 && length.size != width(a[0])) {
                    throw new DomainException(name + ": there must be one length scale for each of the " + width(a[0])
                            + " coordinates, got " + length.size);
                }
            }
            return new int[] {a[0].dims[0], second(a).dims[0]};
        }

        private void check(Arg[] a) {
            if (kind == Kind.DOT_PRODUCT) {
                Check.nonNegative(name, "sigma", a[scales()].get(0));
                return;
            }
            Check.positiveFinite(name, "magnitude", a[scales()].get(0));
            Arg length = a[scales() + 1];
            for (int k = 0; k < length.size; k++) {
                Check.positiveFinite(name, "length scale", length.get(k));
            }
            if (kind.periodic) {
                Check.positiveFinite(name, "period", a[scales() + 2].get(0));
            }
        }

        /** The sum that the correlation is a function of. */
        private double sum(Arg[] a, int i, int j) {
            Arg x = a[0];
            Arg y = second(a);
            int width = width(x);
            double sum = 0;
            for (int k = 0; k < width; k++) {
                double u = x.get(i * width + k);
                double v = y.get(j * width + k);
                if (kind == Kind.DOT_PRODUCT) {
                    sum += u * v;
                } else if (kind.periodic) {
                    sum += (u - v) * (u - v);
                } else {
                    Arg length = a[scales() + 1];
                    double z = (u - v) / length.get(length.size == 1 ? 0 : k);
                    sum += z * z;
                }
            }
            if (kind.periodic) {
                double sine = Math.sin(Math.PI * Math.sqrt(sum) / a[scales() + 2].get(0)) / a[scales() + 1].get(0);
                return sine * sine;
            }
            return sum;
        }

        @Override
        public void forward(Arg[] a, Arg out, double[] work, int workAt) {
            check(a);
            double sigma = a[scales()].get(0);
            int n = out.dims[0];
            for (int j = 0; j < out.dims[1]; j++) {
                for (int i = 0; i < n; i++) {
                    double g = kind.at(sum(a, i, j));
                    out.set(j * n + i, kind == Kind.DOT_PRODUCT ? sigma * sigma + g : sigma * sigma * g);
                }
            }
        }

        @Override
        public void reverse(Arg[] a, Arg out, double[] work, int workAt) {
            Arg deviation = a[scales()];
            double sigma = deviation.get(0);
            int n = out.dims[0];
            for (int j = 0; j < out.dims[1]; j++) {
                for (int i = 0; i < n; i++) {
                    double w = out.adjoint[out.adjointAt + j * n + i];
                    if (w == 0) {
                        continue;
                    }
                    if (deviation.adjoint != null) {
                        deviation.addAdjoint(
                                0, kind == Kind.DOT_PRODUCT ? 2 * w * sigma : 2 * w * out.get(j * n + i) / sigma);
                    }
                    if (kind == Kind.DOT_PRODUCT) {
                        points(a, i, j, w);
                    } else {
                        double s = sum(a, i, j);
                        double slope = w * sigma * sigma * kind.slope(s);
                        if (kind.periodic) {
                            periodic(a, i, j, s, slope);
                        } else {
                            stationary(a, i, j, slope);
                        }
                    }
                }
            }
        }

        private void points(Arg[] a, int i, int j, double w) {
            Arg x = a[0];
            Arg y = second(a);
            int width = width(x);
            for (int k = 0; k < width; k++) {
                if (x.adjoint != null) {
                    x.addAdjoint(i * width + k, w * y.get(j * width + k));
                }
                if (y.adjoint != null) {
                    y.addAdjoint(j * width + k, w * x.get(i * width + k));
                }
            }
        }

        private void stationary(Arg[] a, int i, int j, double slope) {
            Arg x = a[0];
            Arg y = second(a);
            Arg length = a[scales() + 1];
            int width = width(x);
            for (int k = 0; k < width; k++) {
                int at = length.size == 1 ? 0 : k;
                double l = length.get(at);
                double gap = x.get(i * width + k) - y.get(j * width + k);
                push(x, i * width + k, y, j * width + k, slope * 2 * gap / (l * l));
                if (length.adjoint != null) {
                    length.addAdjoint(at, -slope * 2 * gap * gap / (l * l * l));
                }
            }
        }

        private static void push(Arg x, int i, Arg y, int j, double slope) {
            if (x.adjoint != null) {
                x.addAdjoint(i, slope);
            }
            if (y.adjoint != null) {
                y.addAdjoint(j, -slope);
            }
        }

        private void periodic(Arg[] a, int i, int j, double s, double slope) {
            Arg x = a[0];
            Arg y = second(a);
            Arg length = a[scales() + 1];
            Arg period = a[scales() + 2];
            double l = length.get(0);
            double p = period.get(0);
            int width = width(x);
            double square = 0;
            for (int k = 0; k < width; k++) {
                double gap = x.get(i * width + k) - y.get(j * width + k);
                square += gap * gap;
            }
            double r = Math.sqrt(square);
            double byAngle = Math.sin(2 * Math.PI * r / p) / (l * l);
            if (length.adjoint != null) {
                length.addAdjoint(0, -2 * slope * s / l);
            }
            if (period.adjoint != null) {
                period.addAdjoint(0, -slope * byAngle * Math.PI * r / (p * p));
            }
            for (int k = 0; k < width && r > 0; k++) {
                double gap = x.get(i * width + k) - y.get(j * width + k);
                push(x, i * width + k, y, j * width + k, slope * byAngle * Math.PI / p * gap / r);
            }
        }
    }
}
