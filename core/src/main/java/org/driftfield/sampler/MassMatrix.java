package org.driftfield.sampler;

import java.util.Arrays;
import java.util.List;
import org.driftfield.InputException;
import org.driftfield.driver.State;
import org.driftfield.random.RandomStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/**
 * The inverse mass M⁻¹ of a chain, and the moments from which it is renewed: the (co)variance of the window's n positions,
 * shrunk towards a thousandth of each variance with the weight of 5 positions. Stan shrinks towards 0.001 itself, which
 * drowns coefficients whose posterior standard deviation is far below 0.03; this does not depend on units.
 */
abstract sealed class MassMatrix {
    private static final double SHRINKAGE = 5;
    private static final double SMALL = 1e-3;
    private static final double SMALLEST = 1e-30;

    final int d;
    final double[] inverse;
    private final double[] count = new double[1];
    private final double[] mean;
    private final double[] products;

    private MassMatrix(int d, int size) {
        this.d = d;
        this.inverse = new double[size];
        this.mean = new double[d];
        this.products = new double[size];
    }

    static MassMatrix of(Metric metric, int d) {
        return switch (metric) {
            case DIAGONAL -> new Diagonal(d);
            case DENSE -> new Dense(d);
            case AUTOMATIC -> new Automatic(d);
        };
    }

    void putInto(State state, String prefix) {
        state.put(prefix + "inverse_mass", inverse)
                .put(prefix + "window_count", count)
                .put(prefix + "window_mean", mean)
                .put(prefix + "window_products", products);
    }

    /** velocity = M⁻¹ momentum. */
    abstract void velocity(double[] momentum, double[] velocity);

    /** momentum ~ N(0, M). */
    abstract void drawMomentum(RandomStream random, double[] momentum);

    /** Brings what is derived from the inverse up to date. */
    abstract void refresh();

    abstract void addProducts(double[] position, double[] mean, double n, double[] products);

    abstract boolean onDiagonal(int index);

    /** Takes a position and the gradient there into the window. */
    void learn(double[] position, double[] gradient) {
        add(position);
    }

    /** The share of the correlations in the window that its end puts into the inverse mass. */
    double kept() {
        return 1;
    }

    final double drawsInWindow() {
        return count[0];
    }

    /** An element of the covariance of n positions, from the sum of their products. */
    static double shrunk(double products, double n, boolean onDiagonal, double kept) {
        double covariance = products / (n - 1);
        return onDiagonal
                ? Math.max(covariance * (n + SMALL * SHRINKAGE) / (n + SHRINKAGE), SMALLEST)
                : kept * covariance * n / (n + SHRINKAGE);
    }

    /** Takes a position into the window (Welford's recursion). */
    final void add(double[] position) {
        double n = ++count[0];
        addProducts(position, mean, n, products);
        for (int j = 0; j < d; j++) {
            mean[j] += (position[j] - mean[j]) / n;
        }
    }

    /** Ends the window: the inverse mass is what it saw. */
    final void renew(List<String> names) {
        double n = count[0];
        if (n >= 2) {
            double kept = kept();
            for (int i = 0; i < inverse.length; i++) {
                inverse[i] = shrunk(products[i], n, onDiagonal(i), kept);
                if (!Double.isFinite(inverse[i])) {
                    throw new InputException("the posterior seems to be improper: the variance of "
                            + names.get(i / (inverse.length / d)) + " overflowed in the warm-up");
                }
            }
            refresh();
        }
        count[0] = 0;
        Arrays.fill(mean, 0);
        Arrays.fill(products, 0);
    }

    private static final class Diagonal extends MassMatrix {
        private final double[] momentumScale;

        Diagonal(int d) {
            super(d, d);
            momentumScale = new double[d];
            Arrays.fill(inverse, 1);
            refresh();
        }

        @Override
        void velocity(double[] momentum, double[] velocity) {
            for (int j = 0; j < d; j++) {
                velocity[j] = inverse[j] * momentum[j];
            }
        }

        @Override
        void drawMomentum(RandomStream random, double[] momentum) {
            for (int j = 0; j < d; j++) {
                momentum[j] = random.nextNormal() * momentumScale[j];
            }
        }

        @Override
        void refresh() {
            for (int j = 0; j < d; j++) {
                momentumScale[j] = 1 / Math.sqrt(inverse[j]);
            }
        }

        @Override
        void addProducts(double[] position, double[] mean, double n, double[] products) {
            for (int j = 0; j < d; j++) {
                double delta = position[j] - mean[j];
                products[j] += delta * delta * (n - 1) / n;
            }
        }

        @Override
        boolean onDiagonal(int index) {
            return true;
        }
    }

    private static sealed class Dense extends MassMatrix {
        private final CholeskyDecomposition_F64<DMatrixRMaj> cholesky;
        private final DMatrixRMaj lower;

        Dense(int d) {
            super(d, Math.multiplyExact(d, d));
            cholesky = DecompositionFactory_DDRM.chol(d, true);
            lower = new DMatrixRMaj(d, d);
            for (int j = 0; j < d; j++) {
                inverse[j * d + j] = 1;
            }
            refresh();
        }

        @Override
        void velocity(double[] momentum, double[] velocity) {
            for (int j = 0; j < d; j++) {
                double sum = 0;
                for (int k = 0; k < d; k++) {
                    sum += inverse[j * d + k] * momentum[k];
                }
                velocity[j] = sum;
            }
        }

        @Override
        void drawMomentum(RandomStream random, double[] momentum) {
            for (int j = 0; j < d; j++) {
                momentum[j] = random.nextNormal();
            }
            // M⁻¹ = L Lᵀ, so that L⁻ᵀ times standard normals has covariance M.
            for (int j = d - 1; j >= 0; j--) {
                momentum[j] /= lower.data[j * d + j];
                for (int k = 0; k < j; k++) {
                    momentum[k] -= lower.data[j * d + k] * momentum[j];
                }
            }
        }

        @Override
        void refresh() {
            if (!cholesky.decompose(new DMatrixRMaj(d, d, true, inverse.clone()))) {
                throw new InputException("the covariance learnt in the warm-up is not positive definite;"
                        + " use the diagonal metric or a longer warm-up");
            }
            cholesky.getT(lower);
        }

        @Override
        void addProducts(double[] position, double[] mean, double n, double[] products) {
            for (int j = 0; j < d; j++) {
                double scaled = (position[j] - mean[j]) * (n - 1) / n;
                for (int k = 0; k < d; k++) {
                    products[j * d + k] += scaled * (position[k] - mean[k]);
                }
            }
        }

        @Override
        boolean onDiagonal(int index) {
            return index % (d + 1) == 0;
        }
    }

    /** Dense, with as much of the correlations as holds. */
    private static final class Automatic extends Dense {
        private final MetricChoice choice;

        Automatic(int d) {
            super(d);
            choice = new MetricChoice(d);
        }

        @Override
        void putInto(State state, String prefix) {
            super.putInto(state, prefix);
            choice.putInto(state, prefix);
        }

        @Override
        void learn(double[] position, double[] gradient) {
            add(position);
            choice.add(drawsInWindow(), position, gradient);
        }

        @Override
        double kept() {
            return choice.kept();
        }
    }
}
