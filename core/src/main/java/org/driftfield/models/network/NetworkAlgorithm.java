package org.driftfield.models.network;

import java.util.List;
import org.driftfield.driver.Algorithm;
import org.driftfield.driver.TraceColumns;
import org.driftfield.models.network.prediction.Mixture;

/** An algorithm that fits a network: what it leaves behind besides its trace, once the driver has frozen it. */
interface NetworkAlgorithm extends Algorithm, AutoCloseable {
    String TRAIN = TraceColumns.TRAIN_LOSS;
    String NOISE = TraceColumns.NOISE_SD;
    String STEP = "step";
    String PPS = TraceColumns.VALIDATION_PPS;
    String NLL = TraceColumns.VALIDATION_NLL;
    String CRPS = TraceColumns.VALIDATION_CRPS;
    List<String> COLUMNS = List.of(TRAIN, NOISE, STEP, PPS, NLL, CRPS);

    /** The weight vectors that stand for the posterior, with their noise. */
    Mixture mixture();

    /** The group of them at whose mean the posterior is plugged in. */
    default int bestGroup() {
        return 0;
    }

    /** The scales of q(τ_j), group after group. */
    double[] tauScales();

    /** The column of the trace by which the best is chosen. */
    default String scoreColumn() {
        return PPS;
    }

    /** Scores without a new best after which the run stops, unless the user has said. */
    int patience();

    @Override
    default List<String> traceColumns() {
        return COLUMNS;
    }

    /** None: the {@link #mixture} is the answer, and is taken from here as it is. */
    @Override
    default List<String> names() {
        return List.of();
    }

    @Override
    default int units() {
        return 1;
    }

    @Override
    default void draws(double[] out, int at) {}

    @Override
    void close();
}
