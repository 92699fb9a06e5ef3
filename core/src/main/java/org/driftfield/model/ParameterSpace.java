package org.driftfield.model;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All parameters of a model laid out one after the other in a flat array, with the maps between the parameters' own
 * (constrained) scale θ and the unconstrained scale z on which inference runs.
 */
public final class ParameterSpace {
    private final List<Parameter> parameters;
    private final List<String> names;
    private final Support[] supports;
    private final Map<String, int[]> coordinatesByName = new HashMap<>();

    private ParameterSpace(List<Parameter> parameters) {
        require(!parameters.isEmpty(), "a model must have at least one parameter, got none");
        this.parameters = List.copyOf(parameters);
        List<String> elements = new ArrayList<>();
        List<Support> elementSupports = new ArrayList<>();
        for (Parameter parameter : parameters) {
            int[] coordinates = new int[parameter.size()];
            List<String> elementNames = parameter.elementNames();
            for (int i = 0; i < coordinates.length; i++) {
                coordinates[i] = elements.size();
                elements.add(elementNames.get(i));
                elementSupports.add(parameter.support());
                if (!parameter.shape().isEmpty()) {
                    put(elementNames.get(i), new int[] {coordinates[i]});
                }
            }
            put(parameter.name(), coordinates);
        }
        names = List.copyOf(elements);
        supports = elementSupports.toArray(Support[]::new);
    }

    private void put(String name, int[] coordinates) {
        require(coordinatesByName.put(name, coordinates) == null, "parameter names must differ, got '%s' twice", name);
    }

    /** The space of the given parameters, in that order. */
    public static ParameterSpace of(List<Parameter> parameters) {
        return new ParameterSpace(parameters);
    }

    public List<Parameter> parameters() {
        return parameters;
    }

    /** The number of coordinates d. */
    public int dimension() {
        return supports.length;
    }

    /** The name of each coordinate. */
    public List<String> names() {
        return names;
    }

    public Support support(int coordinate) {
        return supports[coordinate];
    }

    /** The coordinates of a parameter ({@code beta}) or of one of its elements ({@code beta[2]}). */
    public int[] coordinates(String name) {
        int[] found = coordinatesByName.get(name);
        require(found != null, "no parameter '%s' in the model; it has %s", name, abbreviated());
        return found.clone();
    }

    private String abbreviated() {
        List<String> all = parameters.stream().map(Parameter::name).toList();
        return all.size() <= 20
                ? String.join(", ", all)
                : String.join(", ", all.subList(0, 20)) + ", … (" + all.size() + " in all)";
    }

    /** Writes the constrained form of the point {@code z[zAt …]} to {@code theta[thetaAt …]}. */
    public void constrain(double[] z, int zAt, double[] theta, int thetaAt) {
        for (int j = 0; j < supports.length; j++) {
            theta[thetaAt + j] = supports[j].constrain(z[zAt + j]);
        }
    }

    /** The unconstrained form of a point given on the parameters' own scale. */
    public double[] unconstrain(double... theta) {
        require(theta.length == supports.length, "a point must have %d values, got %d", supports.length, theta.length);
        double[] z = new double[theta.length];
        for (int j = 0; j < z.length; j++) {
            require(supports[j].contains(theta[j]), "%s must lie in %s, got %s", names.get(j), supports[j], theta[j]);
            z[j] = supports[j].unconstrain(theta[j]);
        }
        return z;
    }
}
