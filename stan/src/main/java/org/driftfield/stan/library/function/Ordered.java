package org.driftfield.stan.library.function;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.BinaryOp;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.FunctionTable;
import org.driftfield.stan.library.RandomOp;
import org.driftfield.stan.library.Reduction;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gauss;
import org.driftfield.stan.math.Scalars;

/** Ordered outcomes: k, predictor, cut points. */
public final class Ordered extends Reduction {
    private final boolean probit;

    private Ordered(boolean probit) {
        this.probit = probit;
    }

    public static void enter(FunctionTable t) {
        for (boolean probit : new boolean[] {false, true}) {
            String name = probit ? "ordered_probit" : "ordered_logistic";
            for (String suffix : new String[] {"_lpmf", "_lupmf"}) {
                if (t.wants(name + suffix)) {
                    t.fixed(
                            name + suffix,
                            "real",
                            "int|int[], real|vector|row_vector|real[], vector|vector[]",
                            new Ordered(probit));
                }
            }
            if (t.wants(name + "_rng")) {
                t.draw(name + "_rng", "int", "real, vector", new Draw(probit));
            }
        }
    }

    private static int length(Arg[] a) {
        int n = a[0].dims.length > 0
                ? a[0].size
                : a[1].dims.length > 0 ? a[1].size : a[2].dims.length == 2 ? a[2].dims[0] : 1;
        boolean agree = (a[0].dims.length == 0 || a[0].size == n)
                && (a[1].dims.length == 0 || a[1].size == n)
                && (a[2].dims.length == 1 || a[2].dims[0] == n);
        if (!agree) {
            throw new DomainException("ordered outcomes: sizes must agree, got " + BinaryOp.words(a[0]) + ", "
                    + BinaryOp.words(a[1]) + " and " + BinaryOp.words(a[2]));
        }
        return n;
    }

    @Override
    public void check(Arg[] a) {
        length(a);
    }

    @Override
    public double value(Arg[] a) {
        int n = length(a);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += one(a, i, 0, false);
        }
        return sum;
    }

    @Override
    public void pull(Arg[] a, double value, double weight) {
        int n = length(a);
        for (int i = 0; i < n; i++) {
            one(a, i, weight, true);
        }
    }

    /** log P(k) where the lower cut point is at u and the upper at v, both less the predictor. */
    private double log(double u, double v) {
        if (probit) {
            if (v == Double.POSITIVE_INFINITY) {
                return Gauss.logCdf(-u);
            }
            if (u == Double.NEGATIVE_INFINITY) {
                return Gauss.logCdf(v);
            }
            return u > 0
                    ? Scalars.logDiffExp(Gauss.logCdf(-u), Gauss.logCdf(-v))
                    : Scalars.logDiffExp(Gauss.logCdf(v), Gauss.logCdf(u));
        }
        if (v == Double.POSITIVE_INFINITY) {
            return Scalars.log1mInvLogit(u);
        }
        if (u == Double.NEGATIVE_INFINITY) {
            return Scalars.logInvLogit(v);
        }
        return v - Scalars.log1pExp(v) + Scalars.log1mExp(u - v) - Scalars.log1pExp(u);
    }

    /** The log of the density of the latent variable. */
    private double logDensity(double z) {
        return probit
                ? -0.5 * z * z + Math.log(Gauss.INV_SQRT_TWO_PI)
                : Scalars.logInvLogit(z) + Scalars.logInvLogit(-z);
    }

    private double one(Arg[] a, int i, double weight, boolean pull) {
        String name = probit ? "ordered_probit" : "ordered_logistic";
        Arg cuts = a[2];
        int c = cuts.dims[cuts.dims.length - 1];
        int at = cuts.dims.length == 2 ? i * c : 0;
        int place = a[1].dims.length == 0 ? 0 : i;
        double eta = a[1].get(place);
        Check.finite(name, "location parameter", eta);
        double y = a[0].get(a[0].dims.length == 0 ? 0 : i);
        Check.between(name, "random variable", 1, c + 1, y);
        for (int j = 1; j < c; j++) {
            if (!(cuts.get(at + j) > cuts.get(at + j - 1))) {
                throw new DomainException(name + ": cut points must be increasing, but element " + (j + 1) + " is "
                        + Check.number(cuts.get(at + j)) + " after " + Check.number(cuts.get(at + j - 1)));
            }
        }
        int k = (int) y;
        double u = k == 1 ? Double.NEGATIVE_INFINITY : cuts.get(at + k - 2) - eta;
        double v = k == c + 1 ? Double.POSITIVE_INFINITY : cuts.get(at + k - 1) - eta;
        double log = log(u, v);
        if (pull) {
            double byLower = k == 1 ? 0 : -Math.exp(logDensity(u) - log);
            double byUpper = k == c + 1 ? 0 : Math.exp(logDensity(v) - log);
            if (a[1].adjoint != null) {
                a[1].addAdjoint(place, -weight * (byLower + byUpper));
            }
            if (cuts.adjoint != null && k > 1) {
                cuts.addAdjoint(at + k - 2, weight * byLower);
            }
            if (cuts.adjoint != null && k <= c) {
                cuts.addAdjoint(at + k - 1, weight * byUpper);
            }
        }
        return log;
    }

    private record Draw(boolean probit) implements RandomOp {
        @Override
        public int[] dims(Arg[] a) {
            return new int[0];
        }

        @Override
        public void draw(Arg[] a, RandomStream random, Arg out) {
            double latent = a[0].get(0) + (probit ? random.nextNormal() : Scalars.logit(Draws.uniform(random)));
            int k = 1;
            while (k <= a[1].size && latent > a[1].get(k - 1)) {
                k++;
            }
            out.set(0, k);
        }
    }
}
