package org.driftfield.dynamics;

import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.driftfield.random.RandomStream;

/**
 * Adjusted Langevin moves, and Hamiltonian trajectories from when the former are found weak: particles that stay where they are
 * through many moves, or a cloud that remembers for long where it was. Found out while the run is tuned.
 */
final class AutomaticDynamics implements ParticleDynamics {
    /** The cloud is watched from this move on; before, it is on its way. */
    private static final int FROM = 25;

    /** Rejected so many times in a row, a particle is stuck; more than this share of such is weak. */
    private static final int STUCK_MOVES = 20;

    private static final double MOST_STUCK = 0.005;

    /** After so many moves, a cloud that has a larger correlation with where it was is slow. */
    private static final int MOVES_TO_FORGET = 50;

    private static final double MOST_REMEMBERED = 0.5;

    private final AdjustedLangevin langevin = new AdjustedLangevin();
    private final Hamiltonian hamiltonian = new Hamiltonian();

    @Override
    public boolean adjusted() {
        return true;
    }

    @Override
    public double largestStep(boolean matched) {
        return langevin.largestStep(matched);
    }

    @Override
    public double renewed(double tuned, DoubleSupplier curvature) {
        return langevin.renewed(tuned, curvature);
    }

    @Override
    public Moves moves(Particles cloud, int chunk, int threads) {
        return new Watched(cloud, langevin.moves(cloud, chunk, threads), hamiltonian.moves(cloud, chunk, threads));
    }

    /** Langevin moves under watch, or what has taken their place. */
    private static final class Watched implements Moves {
        private static final int MOVES = 0;
        private static final int WEAK = 1;

        private final Particles cloud;
        private final Moves langevin;
        private final Moves hamiltonian;

        /** How many moves were made, and whether Langevin moves were found weak. */
        private final double[] watch = {0, 0};

        /** How many times in a row each particle was rejected. */
        private final double[] rejected;

        /** Where the cloud was {@link #MOVES_TO_FORGET} moves before it is asked what it remembers. */
        private final double[] then;

        Watched(Particles cloud, Moves langevin, Moves hamiltonian) {
            this.cloud = cloud;
            this.langevin = langevin;
            this.hamiltonian = hamiltonian;
            this.rejected = new double[cloud.count()];
            this.then = new double[cloud.z().length];
        }

        private Moves chosen() {
            return watch[WEAK] == 0 ? langevin : hamiltonian;
        }

        @Override
        public Map<String, double[]> memory() {
            Map<String, double[]> all = new HashMap<>(hamiltonian.memory());
            all.put("watch", watch);
            all.put("rejected", rejected);
            all.put("then", then);
            return all;
        }

        @Override
        public double aim(double asked) {
            return chosen().aim(asked);
        }

        @Override
        public boolean learning() {
            return chosen().learning();
        }

        @Override
        public void move(Sweep sweep, int worker, int from, int to) {
            chosen().move(sweep, worker, from, to);
        }

        @Override
        public void moved(Sweep sweep) {
            chosen().moved(sweep);
            if (!sweep.tuning() || watch[WEAK] == 1) {
                return;
            }
            watch[MOVES]++;
            int stuck = 0;
            for (int i = 0; i < rejected.length; i++) {
                rejected[i] = watch[MOVES] < FROM || cloud.accepted(i) ? 0 : rejected[i] + 1;
                stuck += rejected[i] >= STUCK_MOVES ? 1 : 0;
            }
            int since = (int) watch[MOVES] - FROM;
            if (since >= 0 && since % MOVES_TO_FORGET == 0) {
                watch[WEAK] = since > 0 && remembered() > MOST_REMEMBERED ? 1 : 0;
                System.arraycopy(cloud.z(), 0, then, 0, then.length);
            }
            if (stuck > MOST_STUCK * rejected.length) {
                watch[WEAK] = 1;
            } else if (stuck > 0) {
                replace(sweep);
            }
        }

        /**
         * Puts each of few stuck particles where another is. Where the density falls ever more steeply, as that of a logarithm does on
         * one side, a particle that started far out never comes back, and in a standard deviation it counts for many. One that
         * rightly was there is missed for as long as it takes another to get there.
         */
        private void replace(Sweep sweep) {
            for (int i = 0; i < rejected.length; i++) {
                if (rejected[i] >= STUCK_MOVES) {
                    RandomStream random = sweep.random(0, i);
                    int other = random.nextInt(rejected.length);
                    while (rejected[other] >= STUCK_MOVES) {
                        other = random.nextInt(rejected.length);
                    }
                    cloud.copy(other, i);
                    rejected[i] = 0;
                }
            }
        }

        /** The largest correlation, over coordinates, of present places with those of then. */
        private double remembered() {
            int n = cloud.count();
            int d = cloud.dimension();
            double[] now = cloud.z();
            double largest = 0;
            for (int j = 0; j < d; j++) {
                double meanThen = 0;
                double meanNow = 0;
                for (int i = j; i < n * d; i += d) {
                    meanThen += then[i] / n;
                    meanNow += now[i] / n;
                }
                double xx = 0;
                double xy = 0;
                double yy = 0;
                for (int i = j; i < n * d; i += d) {
                    xx += (then[i] - meanThen) * (then[i] - meanThen);
                    xy += (then[i] - meanThen) * (now[i] - meanNow);
                    yy += (now[i] - meanNow) * (now[i] - meanNow);
                }
                largest = Math.max(largest, xy / Math.sqrt(xx * yy));
            }
            return largest;
        }
    }
}
