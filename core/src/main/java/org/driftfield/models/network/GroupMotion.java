package org.driftfield.models.network;

import java.io.Serializable;
import java.util.List;
import org.driftfield.models.network.motion.Group;
import org.driftfield.models.network.prediction.Noise;

/** Who moves the groups of particles, which know nothing of each other while they move. */
interface GroupMotion extends AutoCloseable {
    /** Moves all groups by one iteration; returns what is to be told of each. */
    List<Told> step(long iteration);

    /** Whether the groups are where that iteration left them; else they are ahead. */
    boolean atRest();

    @Override
    void close();

    /**
     * What is told of an iteration of a group.
     *
     * @param logLikelihood see {@link Group#logLikelihood}
     * @param recentLoss see {@link Group#recentLoss}
     * @param variance of the noise; NaN for classes
     */
    record Told(double logLikelihood, double recentLoss, double variance, double stepSize) implements Serializable {
        static Told of(Group group) {
            Noise noise = group.target().noise();
            return new Told(
                    group.logLikelihood(),
                    group.recentLoss(),
                    noise == null ? Double.NaN : noise.variance(),
                    group.stepSize());
        }
    }
}
