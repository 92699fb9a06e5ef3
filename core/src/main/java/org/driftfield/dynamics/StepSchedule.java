package org.driftfield.dynamics;

import static org.driftfield.InputException.require;

/** The step size h of each iteration. */
public sealed interface StepSchedule {
    /**
     * Tuned while the run settles, then kept: to an acceptance rate when adjusted, from the curvature when not. When
     * adjusted, particles that start where hardly any move would be accepted are also pulled towards better ones at first.
     */
    StepSchedule AUTOMATIC = new Automatic(0.65);

    /** The same step size throughout. */
    static Given constant(double h) {
        return new Constant(h);
    }

    /** h_t = a / (b + t), t counting iterations from 1. */
    static Given decaying(double a, double b) {
        return new Decaying(a, b);
    }

    /** A step size that is known beforehand. */
    sealed interface Given extends StepSchedule {
        /** The step size of an iteration, counted from 1. */
        double at(long iteration);
    }

    /** The same step size throughout. */
    record Constant(double h) implements Given {
        public Constant {
            require(h > 0 && Double.isFinite(h), "the step size must be positive, got %s", h);
        }

        @Override
        public double at(long iteration) {
            return h;
        }
    }

    /** h_t = a / (b + t). */
    record Decaying(double a, double b) implements Given {
        public Decaying {
            require(a > 0 && Double.isFinite(a), "a of the step schedule a/(b+t) must be positive, got %s", a);
            require(b >= 0 && Double.isFinite(b), "b of the step schedule a/(b+t) must not be negative, got %s", b);
        }

        @Override
        public double at(long iteration) {
            return a / (b + iteration);
        }
    }

    /** Tuned; {@code acceptance} is the rate that adjusted dynamics aims at. */
    record Automatic(double acceptance) implements StepSchedule {
        public Automatic {
            require(acceptance > 0 && acceptance < 1, "the acceptance rate must be in (0, 1), got %s", acceptance);
        }
    }
}
