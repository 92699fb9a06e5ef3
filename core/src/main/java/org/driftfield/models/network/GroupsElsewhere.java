package org.driftfield.models.network;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.driftfield.driver.State;
import org.driftfield.dynamics.minibatch.FloatCloud;
import org.driftfield.dynamics.minibatch.MinibatchDynamics;
import org.driftfield.engine.Crew;
import org.driftfield.engine.Workers;
import org.driftfield.kernel.Perceptron;
import org.driftfield.models.network.motion.Group;
import org.driftfield.models.network.motion.NetworkTarget;
import org.driftfield.models.network.motion.TrainingRows;
import org.driftfield.models.network.motion.WorkerSpace;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.NetworkOptions;
import org.driftfield.models.network.recipe.Task;

/**
 * Groups of particles that are moved by other processes. Each gets the state of a group and returns it some iterations later,
 * when the next score is due, with what is to be told of each iteration in between: so a lost process costs a repetition and
 * nothing else. The rows are brought to each process once.
 */
final class GroupsElsewhere extends GroupsAhead {
    /** Iterations at a time where no scores are due. */
    private static final int UNSCORED = 100;

    private static final String CLOUD = "cloud";

    private final Crew.Job<Given> job;
    private final List<Group> groups;
    private final float[] weights;
    private final int particles;
    private final int every;

    /**
     * @param groups that have the state of each group here, where it is scored and saved
     * @param weights all particles, group after group
     * @param every iterations between scores; 0 where there are none
     * @param last the iteration that is never gone beyond
     */
    GroupsElsewhere(Crew crew, Given given, List<Group> groups, float[] weights, int every, long last) {
        super(every, last);
        this.job = crew.with(given);
        this.groups = groups;
        this.weights = weights;
        this.particles = given.options.particles();
        this.every = every;
    }

    @Override
    long most(long iteration) {
        return every == 0 ? UNSCORED : every;
    }

    @Override
    List<List<Told>> move(long iteration, long end) {
        List<Piece> pieces = new ArrayList<>();
        int d = groups.get(0).target().d;
        for (int g = 0; g < groups.size(); g++) {
            int first = Mixture.first(g, particles, groups.size());
            int after = Mixture.first(g + 1, particles, groups.size());
            float[] own = new float[(after - first) * d];
            System.arraycopy(weights, first * d, own, 0, own.length);
            pieces.add(new Piece(g, iteration, end, own.length, state(groups.get(g), own)));
        }
        List<Moved> moved = job.each(pieces, Given::moved);
        for (int g = 0; g < groups.size(); g++) {
            float[] own = new float[pieces.get(g).weights()];
            state(groups.get(g), own).restore(moved.get(g).state());
            System.arraycopy(own, 0, weights, Mixture.first(g, particles, groups.size()) * d, own.length);
            groups.get(g).restored();
        }
        return moved.stream().map(Moved::told).toList();
    }

    /** What the next step of a group needs, as live arrays. */
    private static State state(Group group, float[] own) {
        State state = new State().putFloats(CLOUD, own);
        group.register(state);
        return state;
    }

    @Override
    public void close() {
        job.close();
    }

    /** A group, and through which iterations it is to be moved. */
    private record Piece(int group, long from, long after, int weights, State state) implements Serializable {}

    /** Where a group has come to, and what is told of the iterations on the way. */
    private record Moved(State state, List<Told> told) implements Serializable {}

    /** What every process needs to move any of the groups. */
    static final class Given implements Serializable {
        private static final long serialVersionUID = 1L;
        private final int[] widths;
        private final Task task;
        private final TrainingRows rows;
        private final CloudRecipe recipe;
        private final NetworkOptions options;
        private final int end;

        /** Those that this process has moved before. */
        private transient volatile ConcurrentHashMap<Integer, Own> groups;

        Given(Perceptron net, Task task, TrainingRows rows, CloudRecipe recipe, NetworkOptions options, int end) {
            this.end = end;
            this.widths = new int[net.layers() + 1];
            for (int l = 0; l < widths.length; l++) {
                widths[l] = net.width(l);
            }
            this.task = task;
            this.rows = rows;
            this.recipe = recipe;
            this.options = options.withThreads(1);
        }

        private synchronized Own group(int g) {
            if (groups == null) {
                groups = new ConcurrentHashMap<>();
            }
            return groups.computeIfAbsent(g, Own::new);
        }

        Moved moved(Piece piece) {
            Own group = group(piece.group());
            synchronized (group) {
                return group.moved(piece);
            }
        }

        /** A group in the process that moves it. */
        private final class Own {
            private final float[] own;
            private final Group group;

            Own(int g) {
                Perceptron net = new Perceptron(widths, options.activation());
                int first = Mixture.first(g, options.particles(), recipe.groups());
                int count = Mixture.first(g + 1, options.particles(), recipe.groups()) - first;
                own = new float[count * net.weights()];
                group = new Group(
                        g,
                        recipe,
                        new NetworkTarget(net, task, rows, recipe, WorkerSpace.of(net, rows, 1)),
                        new FloatCloud(own, 0, count, net.weights()),
                        new MinibatchDynamics.Space(net.weights(), 1),
                        new Workers(1),
                        options.seed(),
                        end);
            }

            Moved moved(Piece piece) {
                State state = state(group, own);
                state.restore(piece.state());
                group.restored();
                List<Told> told = new ArrayList<>();
                for (long iteration = piece.from(); iteration < piece.after(); iteration++) {
                    group.step(iteration);
                    told.add(Told.of(group));
                }
                return new Moved(state, told);
            }
        }
    }
}
