package org.driftfield.stan.math;

import org.driftfield.stan.library.DomainException;

/** Roots of systems of equations, by Newton's method with damping as by Levenberg and Marquardt. */
public final class Roots {
    private Roots() {}

    /** A system of as many equations as unknowns. */
    public interface Equations {
        /** Computes the residuals and their derivatives by x, a square matrix column after column. */
        void at(double[] x, double[] out, double[] jacobian);
    }

    /**
     * A point where all residuals are within the tolerance.
     *
     * @param name what the user called, for messages
     * @param scale the relative change of x at which the search ends
     */
    public static double[] solve(
            String name, Equations system, double[] start, double scale, double tolerance, long limit) {
        int n = start.length;
        double[] x = start.clone();
        double[] f = new double[n];
        double[] jacobian = new double[n * n];
        system.at(x, f, jacobian);
        double size = square(f);
        double damping = 0;
        for (long step = 0; largest(f) > 0 && step < limit; step++) {
            double[] change = change(f, jacobian, n, damping);
            double[] next = x.clone();
            double relative = 0;
            for (int i = 0; i < n; i++) {
                next[i] -= change[i];
                relative = Math.max(relative, Math.abs(change[i]) / (1e-12 + Math.abs(next[i])));
            }
            double[] nextF = new double[n];
            double[] nextJacobian = new double[n * n];
            system.at(next, nextF, nextJacobian);
            double nextSize = square(nextF);
            if (nextSize < size) {
                x = next;
                f = nextF;
                jacobian = nextJacobian;
                size = nextSize;
                damping = damping < 1e-10 ? 0 : damping / 10;
                if (relative <= Math.min(scale, 1e-13)) {
                    break;
                }
            } else if (largest(f) <= Math.min(tolerance, 1e-12) || relative <= 1e-15 || damping > 1e20) {
                break;
            } else {
                damping = damping == 0 ? 1e-4 : damping * 10;
            }
        }
        if (!(largest(f) <= tolerance)) {
            throw new DomainException(name + ": found no solution; the largest residual is " + Check.number(largest(f))
                    + ", the tolerance " + Check.number(tolerance));
        }
        return x;
    }

    private static double[] change(double[] f, double[] jacobian, int n, double damping) {
        if (damping == 0) {
            Dense.Lu lu = new Dense.Lu(jacobian, n);
            if (!lu.singular()) {
                return lu.solve(f, 1);
            }
        }
        double[] transposed = Dense.transpose(jacobian, n, n);
        double[] normal = Dense.multiply(transposed, jacobian, n, n, n);
        for (int i = 0; i < n; i++) {
            normal[i * n + i] += Math.max(damping, 1e-10) * (1 + normal[i * n + i]);
        }
        return new Dense.Lu(normal, n).solve(Dense.multiply(transposed, f, n, n, 1), 1);
    }

    private static double square(double[] f) {
        double sum = 0;
        for (double x : f) {
            sum += x * x;
        }
        return Double.isNaN(sum) ? Double.POSITIVE_INFINITY : sum;
    }

    private static double largest(double[] f) {
        double most = 0;
        for (double x : f) {
            most = Math.max(most, Double.isNaN(x) ? Double.POSITIVE_INFINITY : Math.abs(x));
        }
        return most;
    }
}
