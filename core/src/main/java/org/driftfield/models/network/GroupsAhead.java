package org.driftfield.models.network;

import java.util.List;

/** Groups that are moved by several iterations at a time, up to the next score, and tell of one after the other. */
abstract class GroupsAhead implements GroupMotion {
    private final int every;
    private final long last;
    private List<List<Told>> moved = List.of();
    private long from;
    private long to;
    private long told;

    /**
     * @param every iterations between scores; 0 where there are none
     * @param last the iteration that is never gone beyond
     */
    GroupsAhead(int every, long last) {
        this.every = every;
        this.last = last;
    }

    /** How many iterations are made at a time from this one on, at the most. */
    abstract long most(long iteration);

    /** Moves each group from an iteration on until before another; returns what is to be told of each group, iteration after iteration. */
    abstract List<List<Told>> move(long iteration, long end);

    @Override
    public final List<Told> step(long iteration) {
        if (iteration > to || iteration < from) {
            from = iteration;
            long score = every == 0 ? Long.MAX_VALUE : (iteration + every - 1) / every * every;
            to = Math.min(Math.max(last, iteration), Math.min(score, iteration + most(iteration) - 1));
            moved = move(from, to + 1);
        }
        told = iteration;
        int at = (int) (iteration - from);
        return moved.stream().map(group -> group.get(at)).toList();
    }

    @Override
    public final boolean atRest() {
        return told == to;
    }
}
