package org.driftfield.meanfield;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.distribution.Distribution;
import org.driftfield.distribution.Product;
import org.driftfield.engine.Scratch;
import org.driftfield.engine.Workers;

/** The factors as they are: exact moments where a factor has a closed form, averages over the draws where not. */
final class CloudMarginals implements Marginals {
    private final double[] theta;
    private final int particles;
    private final int d;
    private final int[] factorOf;
    private final int[] placeIn;
    private final Distribution[] closed;
    private final Workers workers;

    CloudMarginals(double[] theta, int particles, int d, List<Block> blocks, Workers workers) {
        this.workers = workers;
        this.theta = theta;
        this.particles = particles;
        this.d = d;
        this.factorOf = new int[d];
        this.placeIn = new int[d];
        this.closed = new Distribution[blocks.size()];
        for (int k = 0; k < blocks.size(); k++) {
            int[] coordinates = blocks.get(k).coordinates();
            for (int j = 0; j < coordinates.length; j++) {
                factorOf[coordinates[j]] = k;
                placeIn[coordinates[j]] = j;
            }
        }
    }

    /** Sets the closed form of factor k. */
    void set(int k, Distribution distribution) {
        closed[k] = distribution;
    }

    /** The closed form of factor k; null for particles. */
    Distribution closed(int k) {
        return closed[k];
    }

    @Override
    public double mean(int j) {
        Distribution known = closed[factorOf[j]];
        return known != null ? known.mean(placeIn[j]) : expectOverDraws(j, DoubleUnaryOperator.identity());
    }

    @Override
    public double covariance(int j, int k) {
        if (factorOf[j] != factorOf[k]) {
            return 0;
        }
        Distribution known = closed[factorOf[j]];
        if (known != null) {
            return known.covariance(placeIn[j], placeIn[k]);
        }
        double meanJ = mean(j);
        double meanK = mean(k);
        double sum = 0;
        for (int i = 0; i < particles; i++) {
            sum += (theta[i * d + j] - meanJ) * (theta[i * d + k] - meanK);
        }
        // The cloud is the factor, not a sample from it: its second moment is the plain average.
        return sum / particles;
    }

    @Override
    public double meanInverse(int j) {
        Distribution known = closed[factorOf[j]];
        return known != null ? known.meanInverse(placeIn[j]) : expectOverDraws(j, x -> 1 / x);
    }

    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        Distribution known = closed[factorOf[j]];
        return known != null ? known.expect(placeIn[j], f) : expectOverDraws(j, f);
    }

    private double expectOverDraws(int j, DoubleUnaryOperator f) {
        double sum = 0;
        for (int i = 0; i < particles; i++) {
            sum += f.applyAsDouble(theta[i * d + j]);
        }
        return sum / particles;
    }

    @Override
    public Optional<Distribution> closedForm(int j) {
        Distribution known = closed[factorOf[j]];
        return Optional.ofNullable(known instanceof Product product ? product.part(placeIn[j]) : known);
    }

    @Override
    public double[] average(int width, int scratch, DrawFunction f) {
        double[] each = new double[particles * width];
        Scratch spaces = workers.scratch(scratch);
        workers.forEach(particles, ParticleFactor.CHUNK, (worker, from, to) -> {
            for (int i = from; i < to; i++) {
                f.apply(theta, i * d, spaces.of(worker), each, i * width);
            }
        });
        double[] mean = new double[width];
        Moments.mean(each, particles, width, mean);
        return mean;
    }

    @Override
    public int particles() {
        return particles;
    }

    @Override
    public double[] draws() {
        return theta;
    }
}
