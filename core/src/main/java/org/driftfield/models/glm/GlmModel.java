package org.driftfield.models.glm;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.driftfield.data.Design;
import org.driftfield.distribution.MultivariateNormal;
import org.driftfield.dynamics.Preconditioner;
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
    private final GlmData data;
    private final Map<String, Prior> priors;
    private final CoefficientPriors coefficients;
    private final Scale scale;
    private final RowLikelihood rows;
    private final GaussianPart gaussian;
    private final List<Parameter> parameters;
    private final List<String> remarks;
    private final int[] allColumns;
    private volatile GlmMode mode;

    private GlmModel(Design design, Family family, GlmPriors asked) {
        this.family = family;
        this.data = new GlmData(design, family);
        this.priors = new LinkedHashMap<>(asked.resolve(data, family));
        this.coefficients = new CoefficientPriors(priors.values());
        this.parameters = new ArrayList<>();
        this.remarks = data.remarks(design.responseName(), family);
        this.allColumns = new int[data.d];
        for (int j = 0; j < data.d; j++) {
            allColumns[j] = j;
            parameters.add(Parameter.real(data.names().get(j)));
        }
        if (family == Family.GAUSSIAN) {
            scale = new Scale(asked.resolveSigma(data));
            require(
                    !data.names().contains(scale.parameter())
                            && !(scale.squared() && data.names().contains("sigma")),
                    "a column named '%s' collides with the residual standard deviation of the model; rename it",
                    data.names().contains("sigma") ? "sigma" : scale.parameter());
            priors.put(scale.parameter(), scale.prior());
            parameters.add(Parameter.positive(scale.parameter()));
            rows = null;
            gaussian = new GaussianPart(new LeastSquares(data), coefficients, scale, data.d);
        } else {
            require(asked.sigma() == null, "family %s has no sigma to put a prior on", family.text());
            scale = null;
            gaussian = null;
            rows = new RowLikelihood(data, family);
        }
    }

    /** The model of a design's response. */
    public static GlmModel of(Design design, Family family, GlmPriors priors) {
        return new GlmModel(design, family, priors);
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
        double[] value = {coefficients.constant()};
        for (int j = 0; j < data.d; j++) {
            value[0] += coefficients.log(j, theta[j]);
            gradient[j] = coefficients.slope(j, theta[j]);
        }
        rows.add(allColumns, RowLikelihood.Rest.known(data.offset), theta, 0, 1, data.d, value, gradient);
        return value[0];
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
            value += scale.logPrior(theta[data.d]);
            precision = scale.precision(theta[data.d]);
            sigmaSlope = scale.logPriorSlope(theta[data.d]);
        }
        for (int i : chosen) {
            double eta = linearPredictor(i, theta);
            double slope;
            if (scale != null) {
                double residual = data.y[i] - eta;
                value += factor * gaussian.logDensityOfRow(residual, theta[data.d]);
                slope = precision * residual;
                sigmaSlope += factor
                        * (-scale.logSlope(theta[data.d])
                                - 0.5 * scale.precisionSlope(theta[data.d]) * residual * residual);
            } else {
                value += factor * rows.ofRow(i, eta);
                slope = rows.slopeOfRow(i, eta);
            }
            for (int j = 0; j < data.d; j++) {
                gradient[j] += factor * slope * data.x[j * data.n + i];
            }
        }
        if (scale != null) {
            gradient[data.d] = sigmaSlope;
        }
        return value;
    }

    private double linearPredictor(int i, double[] theta) {
        double eta = data.offset == null ? 0 : data.offset[i];
        for (int j = 0; j < data.d; j++) {
            eta += data.x[j * data.n + i] * theta[j];
        }
        return eta;
    }

    /** The log-likelihood of observation i at a parameter vector, all constants included, for leave-one-out. */
    public double logLikelihood(int i, double[] theta) {
        double eta = linearPredictor(i, theta);
        return gaussian != null ? gaussian.logDensityOfRow(data.y[i] - eta, theta[data.d]) : rows.ofRow(i, eta);
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
                        : new RowFactorDensity(data, rows, coefficients, block));
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
            found = gaussian != null ? gaussian.mode(data) : GlmMode.of(data, rows, coefficients, this);
            mode = found;
        }
        return found;
    }
}
