package org.driftfield.dynamics;

import java.util.Arrays;
import java.util.Map;
import org.driftfield.kernel.Kernels;
import org.driftfield.random.RandomStream;

/**
 * Hamiltonian trajectories: a fresh momentum, several leapfrog steps of length ε = √h in the whitened space, and the Metropolis
 * rule at the end. For long and bent targets, where a Langevin step goes a short way and comes back.
 *
 * <p>The cloud itself finds how many steps pay, as it finds the step size (in the spirit of ChEES, Hoffman, Radul and Sountsov
 * 2021, which also learns the length of trajectories from many chains at once): from one move to the next, the correlation over
 * particles of a place with the place before, and of the distances from the middle, tells how many effective draws a
 * gradient is worth. Lengths next to the present one are tried in turn while the run is tuned, and the best is kept.
 *
 * <p>Where a target has narrow necks, the step that is right for its middle is too long. So each particle takes, at random and
 * whatever its place, a shorter step now and then, which is exact as any mixture of exact moves is. While the run is tuned, one
 * that is rejected again and again shortens its own until it moves: what started far out in a neck would else come back too late.
 */
final class Hamiltonian implements ParticleDynamics {
    /** The numbers of leapfrog steps that may be tried. */
    private static final int[] LENGTHS = {1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64};

    /** Where trying starts. */
    private static final int FIRST = 3;

    /** So many moves until the length is taken for found: up and down the list, and the step size after it. */
    private static final int LEARNING = 60;

    /** So many independent draws of each particle, at the least, until the cloud has filled its tails, in so many moves at most. */
    private static final int DRAWS = 10;

    private static final int MOST = 600;

    /** How much of the last score is in the running mean of a length's scores. */
    private static final double SHARE = 0.4;

    /** Step sizes differ by up to this share, so that no trajectory comes back to where it began for all particles. */
    private static final double JITTER = 0.2;

    /** The share of moves with a short step, and how short the shortest is, as a power of two. */
    private static final double SHORT = 0.2;

    private static final double SHORTEST = 5;

    /** Rejected so many times in a row while the run is tuned, a particle halves its own step, down to a shortest power of two. */
    private static final int REJECTED = 3;

    private static final double OWN_SHORTEST = 8;

    /** What a particle gets back of its step with each accepted move, as a power of two. */
    private static final double REGAINED = 0.25;

    /** A particle with a shortened step for so many moves is cramped; no more than this share of such are put where others are. */
    private static final int CRAMPED_MOVES = 50;

    private static final double MOST_CRAMPED = 0.02;

    @Override
    public boolean adjusted() {
        return true;
    }

    @Override
    public Moves moves(Particles cloud, int chunk, int threads) {
        return new Trajectories(cloud, chunk, threads);
    }

    /** The trajectories of one cloud. */
    private static final class Trajectories implements Moves {
        private static final int AT = 0;
        private static final int MOVES = 1;

        private final Particles cloud;
        private final Space[] spaces;
        private final double[] before;

        /** Which of {@link #LENGTHS} is the best so far, and how many moves were made. */
        private final double[] progress = {FIRST, 0};

        /** The running mean of effective draws a gradient for each length; 0 where it was not tried. */
        private final double[] scores = new double[LENGTHS.length];

        /** By how much the step of each particle is shortened, as a power of two, and how many times in a row it was rejected. */
        private final double[] shortened;

        private final double[] rejected;

        /** For how many moves in a row its step has been shortened. */
        private final double[] cramped;

        Trajectories(Particles cloud, int chunk, int threads) {
            this.cloud = cloud;
            this.spaces = new Space[threads];
            Arrays.setAll(spaces, worker -> new Space(chunk, cloud.dimension()));
            this.before = new double[cloud.z().length];
            this.shortened = new double[cloud.count()];
            this.rejected = new double[cloud.count()];
            this.cramped = new double[cloud.count()];
        }

        @Override
        public Map<String, double[]> memory() {
            return Map.of(
                    "trajectory",
                    progress,
                    "scores",
                    scores,
                    "shortened",
                    shortened,
                    "rejections",
                    rejected,
                    "cramped",
                    cramped);
        }

        /** A trajectory has more to lose at its end than a single step, and necks need smaller steps. */
        @Override
        public double aim(double asked) {
            return Math.sqrt(asked);
        }

        @Override
        public boolean learning() {
            int best = (int) progress[AT];
            double independent = 1 / (scores[best] * LENGTHS[best]);
            return progress[MOVES] < LEARNING || progress[MOVES] < LEARNING + Math.min(MOST, DRAWS * independent);
        }

        /** The best length and its neighbours in turn while the run is tuned, then the best. */
        private int rung(Sweep sweep) {
            int best = (int) progress[AT];
            int way = sweep.tuning() ? (int) (progress[MOVES] % 3) - 1 : 0;
            return Math.max(0, Math.min(LENGTHS.length - 1, best + way));
        }

        @Override
        public void move(Sweep sweep, int worker, int from, int to) {
            Space own = spaces[worker];
            int d = cloud.dimension();
            int count = to - from;
            int steps = LENGTHS[rung(sweep)];
            System.arraycopy(cloud.z(), from * d, before, from * d, count * d);
            System.arraycopy(cloud.z(), from * d, own.place, 0, count * d);
            sweep.preconditioner().transposeTimes(cloud.gradient(), from * d, own.force, 0, count);
            for (int k = 0; k < count; k++) {
                RandomStream random = sweep.random(worker, from + k);
                random.nextNormals(own.momentum, k * d, d);
                own.energy[k] = 0.5 * Kernels.dot(own.momentum, k * d, own.momentum, k * d, d);
                own.step[k] = Math.sqrt(sweep.h()) * scale(random.nextDouble(), random.nextDouble());
                if (sweep.tuning() && shortened[from + k] > 0) {
                    own.step[k] *= Math.pow(2, -shortened[from + k]);
                }
                own.logUniform[k] = Math.log(1 - random.nextDouble());
            }
            for (int s = 0; s < steps; s++) {
                push(own, d, count, s == 0 ? 0.5 : 1);
                for (int k = 0; k < count; k++) {
                    for (int j = k * d; j < (k + 1) * d; j++) {
                        own.drift[j] = own.step[k] * own.momentum[j];
                    }
                }
                sweep.preconditioner().times(own.drift, 0, own.displacement, 0, count);
                Kernels.axpy(1, own.displacement, 0, own.place, 0, count * d);
                sweep.target().evaluate(worker, from, own.place, 0, count, own.logDensity, own.gradient);
                sweep.preconditioner().transposeTimes(own.gradient, 0, own.force, 0, count);
            }
            push(own, d, count, 0.5);
            for (int k = 0; k < count; k++) {
                double kinetic = 0.5 * Kernels.dot(own.momentum, k * d, own.momentum, k * d, d);
                double logRatio = own.logDensity[k] - cloud.logDensity()[from + k] + own.energy[k] - kinetic;
                cloud.decide(from + k, logRatio, own.logUniform[k], own.logDensity[k], own.place, own.gradient, k);
            }
        }

        private static double scale(double which, double u) {
            return which < SHORT ? Math.pow(2, -SHORTEST * u) : 1 + JITTER * (2 * u - 1);
        }

        /** p ← p + share ε Lᵀ g. */
        private static void push(Space own, int d, int count, double share) {
            for (int k = 0; k < count; k++) {
                Kernels.axpy(share * own.step[k], own.force, k * d, own.momentum, k * d, d);
            }
        }

        @Override
        public void moved(Sweep sweep) {
            if (!sweep.tuning()) {
                return;
            }
            shorten(sweep);
            int rung = rung(sweep);
            double score = effective() / LENGTHS[rung];
            scores[rung] = scores[rung] == 0 ? score : (1 - SHARE) * scores[rung] + SHARE * score;
            progress[MOVES]++;
            if (progress[MOVES] % 3 == 0) {
                int best = (int) progress[AT];
                for (int near : new int[] {best - 1, best + 1}) {
                    if (near >= 0 && near < LENGTHS.length && scores[near] > scores[(int) progress[AT]]) {
                        progress[AT] = near;
                    }
                }
            }
        }

        /**
         * Shortens and lengthens the steps of particles by how they fared. Few that are cramped for long started in a corner that has
         * next to no part of the target, and would take very long to leave it: while the cloud still finds out how to move,
         * each is put where another is.
         */
        private void shorten(Sweep sweep) {
            int few = 0;
            for (int i = 0; i < rejected.length; i++) {
                rejected[i] = cloud.accepted(i) ? 0 : rejected[i] + 1;
                double change = rejected[i] == 0 ? -REGAINED : rejected[i] >= REJECTED ? 1 : 0;
                shortened[i] = Math.max(0, Math.min(OWN_SHORTEST, shortened[i] + change));
                cramped[i] = shortened[i] == 0 ? 0 : cramped[i] + 1;
                few += cramped[i] >= CRAMPED_MOVES ? 1 : 0;
            }
            if (few == 0 || few > MOST_CRAMPED * rejected.length || !learning()) {
                return;
            }
            for (int i = 0; i < rejected.length; i++) {
                if (cramped[i] >= CRAMPED_MOVES) {
                    RandomStream random = sweep.random(0, i);
                    int other = random.nextInt(rejected.length);
                    while (cramped[other] >= CRAMPED_MOVES) {
                        other = random.nextInt(rejected.length);
                    }
                    cloud.copy(other, i);
                    rejected[i] = 0;
                    shortened[i] = 0;
                    cramped[i] = 0;
                }
            }
        }

        /** What one move is worth in independent draws, for the worst of all coordinates and distances from the middle. */
        private double effective() {
            int n = cloud.count();
            int d = cloud.dimension();
            double[] now = cloud.z();
            double worst = 1;
            for (int j = 0; j < d; j++) {
                double mean = 0;
                for (int i = j; i < n * d; i += d) {
                    mean += (now[i] + before[i]) / (2 * n);
                }
                double variance = 0;
                double distance = 0;
                for (int i = j; i < n * d; i += d) {
                    double a = before[i] - mean;
                    double b = now[i] - mean;
                    variance += (a * a + b * b) / (2 * n);
                    distance += (Math.abs(a) + Math.abs(b)) / (2 * n);
                }
                double jump = 0;
                double jumpOut = 0;
                for (int i = j; i < n * d; i += d) {
                    double a = before[i] - mean;
                    double b = now[i] - mean;
                    jump += (b - a) * (b - a) / n;
                    jumpOut += (Math.abs(b) - Math.abs(a)) * (Math.abs(b) - Math.abs(a)) / n;
                }
                double varianceOut = variance - distance * distance;
                worst = Math.min(worst, Math.min(worth(jump, variance), worth(jumpOut, varianceOut)));
            }
            return worst;
        }

        /** (1 - ρ)/(1 + ρ) with 1 - ρ = E(jump²)/2 variance; at most 1, since what helps a mean by going back hurts elsewhere. */
        private static double worth(double jump, double variance) {
            double forgotten = jump / (2 * variance);
            return forgotten < 1 ? forgotten / (2 - forgotten) : 1;
        }
    }

    /** The trajectories of a chunk of particles, as they are being made by one thread. */
    private static final class Space {
        final double[] place;
        final double[] gradient;
        final double[] force;
        final double[] momentum;
        final double[] drift;
        final double[] displacement;
        final double[] energy;
        final double[] step;
        final double[] logUniform;
        final double[] logDensity;

        Space(int chunk, int d) {
            place = new double[chunk * d];
            gradient = new double[chunk * d];
            force = new double[chunk * d];
            momentum = new double[chunk * d];
            drift = new double[chunk * d];
            displacement = new double[chunk * d];
            energy = new double[chunk];
            step = new double[chunk];
            logUniform = new double[chunk];
            logDensity = new double[chunk];
        }
    }
}
