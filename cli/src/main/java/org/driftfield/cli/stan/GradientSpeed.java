package org.driftfield.cli.stan;

import java.util.List;
import org.driftfield.InputException;
import org.driftfield.model.FreeModel;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.stan.StanModel;

/** Random points at which a density is finite, and how long an evaluation takes there. */
final class GradientSpeed {
    private static final int TRIES = 100;
    private static final double SECONDS = 0.1;

    private GradientSpeed() {}

    /** A point, uniform on (-2, 2) on the free scale, at which the density is finite; null where none was found. */
    static double[] point(FreeModel model, long seed, int number) {
        FreeModel.Evaluator density = model.evaluator();
        double[] z = new double[model.dimension()];
        double[] gradient = new double[z.length];
        RandomStream random = RandomStream.of(seed, 0, StreamKeys.STAN_CHECK, number);
        for (int attempt = 0; attempt < TRIES; attempt++) {
            for (int i = 0; i < z.length; i++) {
                z[i] = 4 * random.nextDouble() - 2;
            }
            if (density.evaluate(z, gradient) > Double.NEGATIVE_INFINITY) {
                return z;
            }
        }
        return null;
    }

    /** The same; a clear word where the density is zero at every point tried. */
    static double[] pointOrFail(StanModel model, long seed, int number) {
        double[] z = point(model, seed, number);
        if (z == null) {
            List<String> reasons = model.messages().reasons();
            throw new InputException(model.tape().program().name() + ": the density is zero at every point tried"
                    + (reasons.isEmpty() ? "" : ", as in " + reasons.get(0)));
        }
        return z;
    }

    /** One evaluation with gradient, the best of several measurements; NaN where the density is zero everywhere. */
    static double microseconds(FreeModel model, long seed) {
        double[] z = point(model, seed, 0);
        if (z == null) {
            return Double.NaN;
        }
        FreeModel.Evaluator density = model.evaluator();
        double[] gradient = new double[z.length];
        double best = Double.POSITIVE_INFINITY;
        long start = System.nanoTime();
        for (int batch = 1; (System.nanoTime() - start) / 1e9 < SECONDS; batch = Math.min(2 * batch, 1024)) {
            long from = System.nanoTime();
            for (int i = 0; i < batch; i++) {
                density.evaluate(z, gradient);
            }
            best = Math.min(best, (System.nanoTime() - from) / 1e3 / batch);
        }
        return best;
    }
}
