package org.driftfield.sampler;

/**
 * What is kept of a piece of trajectory: its first and last momentum and velocity, the sum of its momenta, the total weight
 * of its points and one of them chosen by weight. "First" and "last" are in the order in which the points were computed,
 * forwards or backwards in time. Arrays change hands by swapping, nothing is allocated after construction.
 */
final class Subtree {
    private double[] firstMomentum;
    private double[] firstVelocity;
    private double[] lastMomentum;
    private double[] lastVelocity;
    private final double[] momentumSum;
    private double logWeight;

    private double[] position;
    private double[] gradient;
    private double logDensity;

    Subtree(int d) {
        firstMomentum = new double[d];
        firstVelocity = new double[d];
        lastMomentum = new double[d];
        lastVelocity = new double[d];
        momentumSum = new double[d];
        position = new double[d];
        gradient = new double[d];
    }

    double[] position() {
        return position;
    }

    double[] gradient() {
        return gradient;
    }

    double logDensity() {
        return logDensity;
    }

    /** Becomes the piece that consists of one point. */
    void setTo(PhasePoint point, double[] velocity, double weight) {
        int d = velocity.length;
        System.arraycopy(point.momentum, 0, firstMomentum, 0, d);
        System.arraycopy(point.momentum, 0, lastMomentum, 0, d);
        System.arraycopy(point.momentum, 0, momentumSum, 0, d);
        System.arraycopy(velocity, 0, firstVelocity, 0, d);
        System.arraycopy(velocity, 0, lastVelocity, 0, d);
        System.arraycopy(point.position, 0, position, 0, d);
        System.arraycopy(point.gradient, 0, gradient, 0, d);
        logDensity = point.logDensity;
        logWeight = weight;
    }

    /** The same piece seen from the other end. */
    void reverse() {
        double[] momentum = firstMomentum;
        firstMomentum = lastMomentum;
        lastMomentum = momentum;
        double[] velocity = firstVelocity;
        firstVelocity = lastVelocity;
        lastVelocity = velocity;
    }

    /**
     * Appends the piece that follows; its content is lost. The chosen point becomes that of {@code next} with probability
     * w′ / (w + w′), so that every point is chosen by its weight, or with the biased min(1, w′ / w), which prefers the newer
     * piece and still leaves the posterior invariant when used between whole doublings (Betancourt 2017, A.3.2).
     *
     * @param logUniform log of a uniform variate, for that choice
     * @return false when the joined piece makes a U-turn: as a whole, or between either part and the other's nearest point
     */
    boolean append(Subtree next, double logUniform, boolean biased) {
        double larger = Math.max(logWeight, next.logWeight);
        double total = larger + Math.log1p(Math.exp(Math.min(logWeight, next.logWeight) - larger));
        if (logUniform < next.logWeight - (biased ? logWeight : total)) {
            double[] chosen = next.position;
            next.position = position;
            position = chosen;
            double[] slope = next.gradient;
            next.gradient = gradient;
            gradient = slope;
            logDensity = next.logDensity;
        }
        logWeight = total;
        boolean goesOn = goesOn(next);

        for (int j = 0; j < momentumSum.length; j++) {
            momentumSum[j] += next.momentumSum[j];
        }
        double[] momentum = lastMomentum;
        lastMomentum = next.lastMomentum;
        next.lastMomentum = momentum;
        double[] velocity = lastVelocity;
        lastVelocity = next.lastVelocity;
        next.lastVelocity = velocity;
        return goesOn;
    }

    /** The generalised criterion (Betancourt 2017, A.4.2): ρ points along the velocity at both ends. */
    private boolean goesOn(Subtree next) {
        double first = 0;
        double last = 0;
        double firstToNext = 0;
        double nextFirst = 0;
        double nearest = 0;
        double nearestToLast = 0;
        for (int j = 0; j < momentumSum.length; j++) {
            double sum = momentumSum[j] + next.momentumSum[j];
            first += firstVelocity[j] * sum;
            last += next.lastVelocity[j] * sum;
            double sumAndNext = momentumSum[j] + next.firstMomentum[j];
            firstToNext += firstVelocity[j] * sumAndNext;
            nextFirst += next.firstVelocity[j] * sumAndNext;
            double nearestAndSum = lastMomentum[j] + next.momentumSum[j];
            nearest += lastVelocity[j] * nearestAndSum;
            nearestToLast += next.lastVelocity[j] * nearestAndSum;
        }
        return first > 0 && last > 0 && firstToNext > 0 && nextFirst > 0 && nearest > 0 && nearestToLast > 0;
    }
}
