package org.driftfield.models.glm;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.driftfield.data.Design;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.dynamics.Preconditioner;
import org.driftfield.engine.Rows;
import org.driftfield.meanfield.Block;
import org.driftfield.meanfield.MeanFieldModel;
import org.driftfield.model.MinibatchModel;
import org.driftfield.model.Parameter;
import org.driftfield.model.Variable;

/**
 * A Bayesian generalised linear model: one coefficient for each column of a design and, for the Gaussian family, the
 * residual standard deviation {@code sigma} (or {@code sigma2} under an inverse-gamma prior).
 */
public final class GlmModel implements MeanFieldModel, MinibatchModel {
    private final Family family;
    private final String response;
    private final GlmData data;
    private final Map<String, Prior> priors;
    private final CoefficientPriors coefficients;
    private final Scale scale;
    private final RowLikelihood likelihood;

    /** The log density of all coefficients together, where it is a sum over rows. */
    private final Conditioned whole;

    private final GaussianPart gaussian;
    private final List<Parameter> parameters;
    private final List<String> remarks;
    private volatile GlmMode mode;
    private volatile Picked picked;

    /** Some of the rows, brought here. */
    private record Picked(int[] chosen, GlmRows rows) {}

    private GlmModel(GlmData data, String response, Family family, GlmPriors asked) {
        requireRoom(data.d);
        this.family = family;
        this.response = response;
        this.data = data;
        this.priors = new LinkedHashMap<>(asked.resolve(data, family));
        this.coefficients = new CoefficientPriors(priors.values());
        this.parameters = new ArrayList<>();
        this.remarks = data.remarks(response, family);
        Set<String> names = new HashSet<>();
        for (String name : data.names()) {
            require(
                    names.add(name),
                    "two coefficients of the model are named '%s'; rename the column of that name",
                    name);
            parameters.add(Parameter.real(name));
        }
        if (family.hasScale()) {
            scale = new Scale(asked.resolveSigma(data));
            for (String name : scale.names()) {
                require(
                        !names.contains(name),
                        "a column named '%s' collides with the residual standard deviation of the model; rename it",
                        name);
            }
            priors.put(scale.parameter(), scale.prior());
            parameters.add(Parameter.positive(scale.parameter()));
            likelihood = null;
            whole = null;
            gaussian = new GaussianPart(new LeastSquares(data), coefficients, scale, data.d);
        } else {
            require(asked.sigma() == null, "family %s has no sigma to put a prior on", family.text());
            scale = null;
            gaussian = null;
            likelihood = RowLikelihood.of(family);
            whole = new RowFactorDensity(
                            data,
                            likelihood,
                            coefficients,
                            IntStream.range(0, data.d).toArray())
                    .whole();
        }
    }

    /** Cross-products of all columns, their decomposition and a preconditioner are of this size, squared. */
    private static void requireRoom(int columns) {
        double needed = 4.0 * Double.BYTES * columns * columns;
        double allowed = Runtime.getRuntime().maxMemory();
        require(
                needed <= allowed && (long) columns * columns <= Integer.MAX_VALUE - 8,
                "a design of %d columns takes %.1f GB, %.1f GB are allowed; name fewer columns in the formula",
                columns,
                needed / 1e9,
                allowed / 1e9);
    }

    /** The model of a design's response. */
    public static GlmModel of(Design design, Family family, GlmPriors priors) {
        return new GlmModel(GlmData.of(design, family), design.responseName(), family, priors);
    }

    /**
     * The model of rows that are somewhere else, and were checked there by {@link GlmChecks}.
     *
     * @param names of the columns of the design
     * @param response the name of the response
     */
    public static GlmModel of(
            Rows<GlmRows> rows, List<String> names, String response, Family family, GlmPriors priors) {
        return new GlmModel(new GlmData(rows, names, response, family), response, family, priors);
    }

    /** Where the rows are and who sums over them. */
    public Rows<GlmRows> rows() {
        return data.rows;
    }

    /** The names of the columns of the design, which are those of the coefficients. */
    public List<String> columns() {
        return data.names();
    }

    /** The name of the response. */
    public String response() {
        return response;
    }

    public Family family() {
        return family;
    }

    /** What a reader of the answer should know of the data, in words; empty where nothing stands out. */
    public List<String> remarks() {
        return remarks;
    }

    /** The prior of each parameter, with defaults filled in. */
    public Map<String, Prior> priors() {
        return java.util.Collections.unmodifiableMap(priors);
    }

    @Override
    public List<Parameter> parameters() {
        return parameters;
    }

    /** The parameters and, where the scale is a variance, the residual standard deviation that it amounts to. */
    @Override
    public List<Variable> variables() {
        List<Variable> variables = new ArrayList<>(MinibatchModel.super.variables());
        if (derivesSigma()) {
            variables.add(Variable.scalar(Scale.PLAIN, Variable.Range.POSITIVE, Variable.Role.DERIVED));
        }
        return variables;
    }

    @Override
    public Writer writer() {
        Writer parametersOnly = MinibatchModel.super.writer();
        return !derivesSigma()
                ? parametersOnly
                : (z, zAt, random, out, outAt) -> {
                    parametersOnly.write(z, zAt, random, out, outAt);
                    out[outAt + data.d + 1] = Math.sqrt(out[outAt + data.d]);
                };
    }

    private boolean derivesSigma() {
        return scale != null && scale.squared();
    }

    @Override
    public int observations() {
        return data.n;
    }

    @Override
    public double logDensity(double[] theta, double[] gradient) {
        if (gaussian != null) {
            return gaussian.logDensity(theta, gradient);
        }
        double[] value = new double[1];
        whole.evaluate(theta, 0, 1, value, gradient);
        return value[0];
    }

    @Override
    public void logDensities(double[] thetas, int count, double[] values, double[] gradients) {
        if (gaussian != null) {
            MinibatchModel.super.logDensities(thetas, count, values, gradients);
        } else {
            whole.evaluate(thetas, 0, count, values, gradients);
        }
    }

    @Override
    public boolean atOnce() {
        return gaussian == null && data.rows.remote();
    }

    @Override
    public double logDensity(double[] theta, double[] gradient, int[] chosen) {
        double factor = (double) data.n / chosen.length;
        double value = coefficients.constant();
        for (int j = 0; j < data.d; j++) {
            value += coefficients.log(j, theta[j]);
            gradient[j] = coefficients.slope(j, theta[j]);
        }
        double precision = 0;
        double sigmaSlope = 0;
        if (scale != null) {
            value += scale.prior().logDensity(theta[data.d]);
            precision = scale.precision(theta[data.d]);
            sigmaSlope = scale.prior().slope(theta[data.d]);
        }
        GlmRows rows = picked(chosen);
        for (int i = 0; i < chosen.length; i++) {
            double eta = rows.linearPredictor(i, theta, data.d);
            double slope;
            if (scale != null) {
                double residual = rows.response(i) - eta;
                value += factor * gaussian.logDensityOfRow(residual, theta[data.d]);
                slope = precision * residual;
                sigmaSlope += factor
                        * (-scale.logSlope(theta[data.d])
                                - 0.5 * scale.precisionSlope(theta[data.d]) * residual * residual);
            } else {
                value += factor * likelihood.ofRow(rows, i, eta);
                slope = likelihood.slopeOfRow(rows, i, eta);
            }
            for (int j = 0; j < data.d; j++) {
                gradient[j] += factor * slope * rows.x(i, j);
            }
        }
        if (scale != null) {
            gradient[data.d] = sigmaSlope;
        }
        return value;
    }

    /** Brings rows here, unless they are those brought last: all particles of an iteration ask for the same. */
    private GlmRows picked(int[] chosen) {
        Picked last = picked;
        if (last == null || !Arrays.equals(last.chosen, chosen)) {
            last = new Picked(chosen.clone(), PickedRows.of(data.rows, chosen, data.d));
            picked = last;
        }
        return last.rows;
    }

    /** The log-likelihood of every row at one value of the parameters, in the order of the rows. */
    public double[] logLikelihoods(double[] theta) {
        DrawLikelihood likelihood = drawLikelihood(new double[][] {theta});
        return rows()
                .map((chunk, number) -> {
                    double[] values = new double[chunk.rows()];
                    double[] one = new double[1];
                    for (int i = 0; i < values.length; i++) {
                        likelihood.of(chunk, i, one);
                        values[i] = one[0];
                    }
                    return values;
                })
                .stream()
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    /** The log-likelihood of each row at given draws of the parameters, all constants included, for leave-one-out. */
    DrawLikelihood drawLikelihood(double[][] thetas) {
        return gaussian == null
                ? DrawLikelihood.of(likelihood, data.d, thetas)
                : DrawLikelihood.of(scale, data.d, thetas);
    }

    @Override
    public Optional<ClosedForm> closedForm(Block block) {
        return gaussian == null ? Optional.empty() : gaussian.closedForm(block);
    }

    @Override
    public Optional<FactorDensity> factorDensity(Block block) {
        return Optional.of(
                gaussian != null
                        ? gaussian.factorDensity(block)
                        : new RowFactorDensity(data, likelihood, coefficients, block));
    }

    @Override
    public Optional<Preconditioner> preconditioner(Block block) {
        return mode().preconditioner(block);
    }

    /** The normal approximation at the mode. */
    @Override
    public Optional<MultivariateNormal> start() {
        return Optional.of(mode().approximation());
    }

    /** The most probable parameters, on their own scale: σ as the mode of its logarithm. */
    public double[] modeOfPosterior() {
        return mode().theta();
    }

    private GlmMode mode() {
        GlmMode found = mode;
        if (found == null) {
            found = gaussian != null ? gaussian.mode(data) : GlmMode.of(data, likelihood, coefficients);
            mode = found;
        }
        return found;
    }
}
