package org.driftfield.dynamics.minibatch;

import org.driftfield.engine.Workers;

/** A cloud with what moves it. */
public final class MovingCloud {
    private final FloatCloud cloud;
    private final MinibatchDynamics.Moves moves;
    private final MinibatchDynamics.Space space;
    private final Workers workers;

    public MovingCloud(
            FloatCloud cloud,
            MinibatchDynamics dynamics,
            MinibatchDynamics.Target target,
            MinibatchDynamics.Space space,
            Workers workers) {
        this.cloud = cloud;
        this.moves = dynamics.moves(cloud, target, space);
        this.space = space;
        this.workers = workers;
    }

    /** Moves every particle that is to move once, and measures the cloud. */
    public void step(MinibatchDynamics.Sweep sweep) {
        moves.begin(sweep);
        CloudSums sums = space.sums;
        workers.forEach(cloud.moving, cloud.partSize, (worker, from, to) -> {
            sums.clear(cloud.part(from));
            for (int i = from; i < to; i++) {
                moves.move(sweep, worker, i);
                cloud.add(sums, i);
            }
        });
        cloud.take(sums);
        moves.moved(sweep);
    }

    public FloatCloud cloud() {
        return cloud;
    }

    public MinibatchDynamics.Moves moves() {
        return moves;
    }
}
