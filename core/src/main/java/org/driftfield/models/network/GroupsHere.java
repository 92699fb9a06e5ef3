package org.driftfield.models.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.engine.Workers;
import org.driftfield.models.network.motion.Group;

/** Groups of particles that are moved by the threads of this process. */
final class GroupsHere extends GroupsAhead {
    /** Threads that have a group each do not wait for each other after every iteration, which of a small network takes as long as waking one. */
    private static final int AT_A_TIME = 10;

    private final List<Group> groups;
    private final Workers workers;

    /**
     * @param workers the threads that have a group each; one for those that share out their particles, one group after the other
     * @param every iterations between scores; 0 where there are none
     * @param last the iteration that is never gone beyond
     */
    GroupsHere(List<Group> groups, Workers workers, int every, long last) {
        super(every, last);
        this.groups = groups;
        this.workers = workers;
    }

    /** Of the first ones fewer, so that what they took tells soon what all will take. */
    @Override
    long most(long iteration) {
        return workers.threads() == 1 ? 1 : Math.max(1, Math.min(AT_A_TIME, iteration / 2));
    }

    @Override
    List<List<Told>> move(long first, long end) {
        Told[][] told = new Told[groups.size()][(int) (end - first)];
        workers.forEach(groups.size(), 1, (worker, from, to) -> {
            Group group = groups.get(from);
            // One whose weights ran away goes no further: the run ends with what is told of that iteration.
            boolean finite = true;
            for (long iteration = first; iteration < end && finite; iteration++) {
                group.step(iteration);
                finite = Double.isFinite(group.logLikelihood());
                told[from][(int) (iteration - first)] = Told.of(group);
            }
        });
        List<List<Told>> all = new ArrayList<>();
        for (Told[] group : told) {
            all.add(Arrays.asList(group));
        }
        return all;
    }

    @Override
    public void close() {}
}
