package org.driftfield.posterior;

import static org.driftfield.InputException.require;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.driftfield.model.FreeModel;

/** What is known of each draw beside its values: one number a draw for each statistic, in the order of the draws. */
public final class DrawStatistics {
    /** What can be known of a draw. */
    public enum Statistic {
        /** The log density on the free scale, up to a constant. */
        LP,
        /** The mean acceptance probability over the trajectory that led to the draw. */
        ACCEPTANCE_RATE,
        /** The step size of that trajectory. */
        STEP_SIZE,
        /** How often it was doubled. */
        TREE_DEPTH,
        /** Its gradients. */
        N_STEPS,
        /** 1 where it lost the Hamiltonian, else 0. */
        DIVERGING,
        /** Its Hamiltonian. */
        ENERGY;

        /** The name of its column, which is also that of ArviZ. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<Statistic, double[]> values;

    private DrawStatistics(Map<Statistic, double[]> values) {
        this.values = Collections.unmodifiableMap(values);
    }

    /** Those given, each with one number a draw. */
    public static DrawStatistics of(Map<Statistic, double[]> values) {
        require(!values.isEmpty(), "there must be at least 1 statistic, got 0");
        return new DrawStatistics(new EnumMap<>(values));
    }

    /** The log density of a model at each draw, which must be known on its free scale. */
    public static DrawStatistics logDensities(FreeModel model, Posterior posterior) {
        double[] lp = new double[posterior.size()];
        int d = model.dimension();
        int parts = model.atOnce() ? 1 : Math.min(64, lp.length);
        IntStream.range(0, parts).parallel().forEach(part -> {
            int from = (int) ((long) part * lp.length / parts);
            int count = (int) ((part + 1L) * lp.length / parts) - from;
            double[] points = new double[count * d];
            double[] z = new double[d];
            for (int i = 0; i < count; i++) {
                posterior.freeDraw(from + i, z);
                System.arraycopy(z, 0, points, i * d, d);
            }
            System.arraycopy(model.evaluator().values(points, count), 0, lp, from, count);
        });
        return of(Map.of(Statistic.LP, lp));
    }

    /** What is known, in the order of the enumeration. */
    public Set<Statistic> known() {
        return values.keySet();
    }

    /** One number a draw; empty where it is not known. */
    public Optional<double[]> get(Statistic statistic) {
        return Optional.ofNullable(values.get(statistic)).map(double[]::clone);
    }
}
