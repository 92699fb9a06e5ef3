package org.driftfield.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A Bayesian model as mathematics: named parameters and the logarithm of the posterior density, up to a constant, with its
 * gradient. Everything is on the parameters' own scale; transforms and Jacobians are the library's business, which sees the
 * model on the free scale by the methods that are written here once for all models.
 *
 * <p>{@link #logDensity} is called from several threads at once: it must be a pure function of its arguments.
 */
public interface Model extends FreeModel {
    /** The parameters, in the order in which {@link #logDensity} reads them. */
    List<Parameter> parameters();

    /**
     * log prior + log likelihood at {@code theta}, up to a constant, and its gradient.
     *
     * @param theta the parameters laid end to end; not to be written to
     * @param gradient receives the derivative by each coordinate of theta; its content on entry is undefined
     * @return the log density; negative infinity where the density is zero
     */
    double logDensity(double[] theta, double[] gradient);

    /**
     * The same at several points, end to end. A model that goes over its data once for all of them says so here.
     *
     * @param values receives the log density at each point
     * @param gradients receives the gradients, laid out as the points
     */
    default void logDensities(double[] thetas, int count, double[] values, double[] gradients) {
        int d = dimension();
        double[] theta = new double[d];
        double[] gradient = new double[d];
        for (int i = 0; i < count; i++) {
            System.arraycopy(thetas, i * d, theta, 0, d);
            values[i] = logDensity(theta, gradient);
            System.arraycopy(gradient, 0, gradients, i * d, d);
        }
    }

    /** The parameters as a space with coordinates. */
    default ParameterSpace space() {
        return ParameterSpace.of(parameters());
    }

    @Override
    default int dimension() {
        return parameters().stream().mapToInt(Parameter::size).sum();
    }

    @Override
    default List<String> freeNames() {
        return space().names();
    }

    @Override
    default int[] coordinates(String name) {
        return space().coordinates(name);
    }

    @Override
    default UnconstrainedDensity evaluator() {
        return new UnconstrainedDensity(this);
    }

    @Override
    default List<Variable> variables() {
        return parameters().stream().map(Parameter::variable).toList();
    }

    @Override
    default Writer writer() {
        ParameterSpace space = space();
        return (z, zAt, random, out, outAt) -> space.constrain(z, zAt, out, outAt);
    }

    /** The density itself at one point. */
    @Override
    default String fingerprint() {
        double[] z = new double[dimension()];
        Arrays.fill(z, 0.1);
        double value = evaluator().evaluate(z, new double[z.length]);
        return z.length + " coordinates, log density " + Double.toHexString(value);
    }

    @Override
    default boolean bounded(int coordinate) {
        return !space().support(coordinate).equals(Support.REAL);
    }

    @Override
    default String describe(int coordinate, double z) {
        ParameterSpace space = space();
        return String.format(
                Locale.ROOT,
                "%s (at %.3g)",
                space.names().get(coordinate),
                space.support(coordinate).constrain(z));
    }
}
