package org.driftfield.dynamics;

import static org.driftfield.InputException.require;

import org.driftfield.random.RandomStream;

/**
 * One move of a chain whose gradient g is an estimate from a minibatch. All three rules have the form
 *
 * <pre>z' = z + (h/2) v + √(h P) ξ,  ξ ~ N(0, I),</pre>
 *
 * and differ in the velocity v, the shape P of the noise, and what they remember of past gradients. Where ‖v‖ exceeds a clip,
 * h is scaled down to meet it, for drift and noise alike.
 *
 * <p>No move is accepted or rejected: a finite h, and the noise of the gradient, are in the answer.
 */
public sealed interface StochasticLangevin {
    /** Welling and Teh (2011): v = g. */
    static StochasticLangevin plain() {
        return new Plain();
    }

    /**
     * Li, Chen, Carlson and Carin (2016) with their α = 0.99 and λ = 1e-5. Their V is of the average gradient of an
     * observation and λ is added to its root; here g is of the whole posterior of n observations, so that λ is n times theirs
     * and their step size is h/n.
     */
    static StochasticLangevin preconditioned(int observations) {
        return new Preconditioned(0.99, 1e-5 * observations);
    }

    /** Kim, Song and Liang (2020), with the settings of Tran, Tseng and Kohn: β1 = 0.9, β2 = 0.99, a = 100, λ = 1e-8. */
    static StochasticLangevin adaptiveDrift() {
        return new AdaptiveDrift(0.9, 0.99, 100, 1e-8);
    }

    /** How many numbers a coordinate the rule remembers. */
    int memories();

    /**
     * Moves {@code z} in place.
     *
     * @param memory {@link #memories} arrays as long as z, one after the other, 0 at the start of a chain; brought up to date
     * @param clip the longest velocity; infinite for none
     * @param velocity as long as z, overwritten
     * @return the step size after clipping
     */
    double move(
            double[] z,
            double[] gradient,
            double[] memory,
            double h,
            double clip,
            RandomStream random,
            double[] velocity);

    private static double clipped(double h, double clip, double[] velocity) {
        double squares = 0;
        for (double v : velocity) {
            squares += v * v;
        }
        double length = Math.sqrt(squares);
        return length > clip ? h * clip / length : h;
    }

    private static void add(double[] z, double[] velocity, double h, RandomStream random) {
        double root = Math.sqrt(h);
        for (int j = 0; j < z.length; j++) {
            z[j] += 0.5 * h * velocity[j] + root * random.nextNormal();
        }
    }

    /** Stochastic gradient Langevin dynamics: v = g, P = I. */
    record Plain() implements StochasticLangevin {
        @Override
        public int memories() {
            return 0;
        }

        @Override
        public double move(
                double[] z,
                double[] gradient,
                double[] memory,
                double h,
                double clip,
                RandomStream random,
                double[] velocity) {
            System.arraycopy(gradient, 0, velocity, 0, z.length);
            double step = clipped(h, clip, velocity);
            add(z, velocity, step, random);
            return step;
        }
    }

    /**
     * Preconditioned by the running size of the gradient: V ← αV + (1 - α) g², P = 1/(λ + √V), v = P g. The term Γ for the
     * change of P from place to place is left out, as its authors do.
     *
     * @param decay α
     * @param floor λ
     */
    record Preconditioned(double decay, double floor) implements StochasticLangevin {
        public Preconditioned {
            require(decay >= 0 && decay < 1, "the decay of the preconditioner must be in [0, 1), got %s", decay);
            require(floor > 0, "the floor of the preconditioner must be positive, got %s", floor);
        }

        @Override
        public int memories() {
            return 1;
        }

        @Override
        public double move(
                double[] z,
                double[] gradient,
                double[] memory,
                double h,
                double clip,
                RandomStream random,
                double[] velocity) {
            for (int j = 0; j < z.length; j++) {
                memory[j] = decay * memory[j] + (1 - decay) * gradient[j] * gradient[j];
                velocity[j] = gradient[j] / (floor + Math.sqrt(memory[j]));
            }
            double step = clipped(h, clip, velocity);
            for (int j = 0; j < z.length; j++) {
                double shape = 1 / (floor + Math.sqrt(memory[j]));
                z[j] += 0.5 * step * velocity[j] + Math.sqrt(step * shape) * random.nextNormal();
            }
            return step;
        }
    }

    /**
     * With an adaptive drift: v = g + a m/√(V + λ), P = I, where m and V are the running means of the gradient and of its
     * square up to the move before.
     *
     * @param momentum β1, of m
     * @param decay β2, of V
     * @param scale a
     * @param floor λ
     */
    record AdaptiveDrift(double momentum, double decay, double scale, double floor) implements StochasticLangevin {
        public AdaptiveDrift {
            require(momentum >= 0 && momentum < 1, "the momentum of the drift must be in [0, 1), got %s", momentum);
            require(decay >= 0 && decay < 1, "the decay of the drift must be in [0, 1), got %s", decay);
            require(scale >= 0, "the scale of the drift must not be negative, got %s", scale);
            require(floor > 0, "the floor of the drift must be positive, got %s", floor);
        }

        @Override
        public int memories() {
            return 2;
        }

        @Override
        public double move(
                double[] z,
                double[] gradient,
                double[] memory,
                double h,
                double clip,
                RandomStream random,
                double[] velocity) {
            int d = z.length;
            for (int j = 0; j < d; j++) {
                double g = gradient[j];
                velocity[j] = g + scale * memory[j] / Math.sqrt(memory[d + j] + floor);
                memory[j] = momentum * memory[j] + (1 - momentum) * g;
                memory[d + j] = decay * memory[d + j] + (1 - decay) * g * g;
            }
            double step = clipped(h, clip, velocity);
            add(z, velocity, step, random);
            return step;
        }
    }
}
