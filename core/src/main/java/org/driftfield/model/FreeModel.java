package org.driftfield.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.driftfield.random.RandomStream;

/**
 * What an algorithm sees of a model: a log density on the whole of R^d (the free scale), with its gradient, and a way from a
 * point of it to the variables a person wants to see. A {@link Model} is one by its transforms; a program is one as it is.
 */
public interface FreeModel {
    /** The number d of free coordinates. */
    int dimension();

    /** The name of each free coordinate, for messages. */
    List<String> freeNames();

    /** The free coordinates that the named parameter, or the named element of one, is made of. */
    int[] coordinates(String name);

    /** A fresh evaluator; each thread has its own, which may keep scratch arrays. */
    Evaluator evaluator();

    /** What {@link Writer} writes, in that order. */
    List<Variable> variables();

    /** A fresh writer; each thread has its own. */
    Writer writer();

    /** Tells this model with these data from others: what a saved run must match to be resumed. */
    String fingerprint();

    /** Whether an evaluation has a price of its own, however many its points: as many as there are are then given at once. */
    default boolean atOnce() {
        return false;
    }

    /**
     * Whether a coordinate stands for a value that has an end, such as the logarithm of a scale: far out on such a coordinate
     * the value is at its end in all its digits.
     */
    default boolean bounded(int coordinate) {
        return false;
    }

    /** How a message names a coordinate and where it is. */
    default String describe(int coordinate, double z) {
        return String.format(Locale.ROOT, "%s (at %.3g)", freeNames().get(coordinate), z);
    }

    /** The log density of one thread. */
    @FunctionalInterface
    interface Evaluator {
        /** Half a megabyte of values and gradients, of each part of the rows where these are elsewhere. */
        int NUMBERS_AT_ONCE = 1 << 16;

        /**
         * The log density at {@code z}, Jacobian terms included, up to a constant; negative infinity where it is zero.
         *
         * @param gradient receives the derivative by each coordinate
         */
        double evaluate(double[] z, double[] gradient);

        /**
         * The same at several points, end to end.
         *
         * @param values receives the log density at each point
         * @param gradients receives the gradients, laid out as the points
         */
        default void evaluate(double[] points, int count, double[] values, double[] gradients) {
            int d = count == 0 ? 0 : points.length / count;
            double[] z = new double[d];
            double[] gradient = new double[d];
            for (int i = 0; i < count; i++) {
                System.arraycopy(points, i * d, z, 0, d);
                values[i] = evaluate(z, gradient);
                System.arraycopy(gradient, 0, gradients, i * d, d);
            }
        }

        /** The log density alone at each of many points, end to end, in as few evaluations as leave what they return small. */
        default double[] values(double[] points, int count) {
            double[] values = new double[count];
            int d = count == 0 ? 0 : points.length / count;
            int most = Math.max(1, NUMBERS_AT_ONCE / (d + 1));
            for (int from = 0; from < count; from += most) {
                int some = Math.min(most, count - from);
                double[] part = new double[some];
                double[] own = Arrays.copyOfRange(points, from * d, (from + some) * d);
                evaluate(own, some, part, new double[own.length]);
                System.arraycopy(part, 0, values, from, some);
            }
            return values;
        }
    }

    /** From a free point to the variables, by one thread. */
    @FunctionalInterface
    interface Writer {
        /**
         * Writes all elements of all variables, end to end.
         *
         * @param random for what is drawn once for each draw
         */
        void write(double[] z, int zAt, RandomStream random, double[] out, int outAt);
    }
}
