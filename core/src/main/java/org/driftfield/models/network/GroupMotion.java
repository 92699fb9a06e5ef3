package org.driftfield.models.network;

import java.io.Serializable;
import java.util.List;
import org.driftfield.engine.Workers;
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

    /**
     * Moves them here.
     *
     * @param workers the threads that have a group each; one for those that share out their particles, one group after the other
     */
    static GroupMotion here(List<Group> groups, Workers workers) {
        return new GroupMotion() {
            @Override
            public List<Told> step(long iteration) {
                workers.forEach(
                        groups.size(),
                        1,
                        (worker, group, after) -> groups.get(group).step(iteration));
                return groups.stream().map(Told::of).toList();
            }

            @Override
            public boolean atRest() {
                return true;
            }

            @Override
            public void close() {}
        };
    }
}
