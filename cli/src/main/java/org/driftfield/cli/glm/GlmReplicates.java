package org.driftfield.cli.glm;

import static org.driftfield.InputException.require;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.InputException;
import org.driftfield.cli.fit.Replicates;
import org.driftfield.data.Design;
import org.driftfield.models.glm.GlmPredictor;
import org.driftfield.models.glm.GlmPriors;
import org.driftfield.models.glm.Prior;
import org.driftfield.posterior.Posterior;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * Responses of a generalised linear model at the rows of a design, the parameters drawn from the priors of a fit. Priors that
 * were chosen from the data stay what they were.
 */
final class GlmReplicates implements Replicates {
    private final GlmSettings settings;
    private final Design design;
    private final Map<String, Prior> priors;
    private final GlmPriors fixed;
    private final List<String> names;
    private final Fitting fitting;

    /** Fits a design with these priors. */
    interface Fitting {
        Posterior fit(GlmSettings settings, Design simulated, GlmPriors priors);
    }

    GlmReplicates(GlmSettings settings, Design design, Map<String, Prior> priors, Fitting fitting) {
        this.settings = settings;
        this.design = design;
        this.priors = priors;
        this.fitting = fitting;
        this.names = List.copyOf(priors.keySet());
        priors.forEach((name, prior) ->
                require(!prior.equals(Prior.FLAT), "calibrate draws from the prior, which is flat for '%s'", name));
        Map<String, Prior> coefficients = new LinkedHashMap<>(priors);
        coefficients.keySet().retainAll(design.names());
        Prior sigma = settings.family().hasScale() ? priors.get(names.get(names.size() - 1)) : null;
        this.fixed = new GlmPriors(null, null, coefficients, sigma);
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public int[] ranks(int number, int draws) {
        RandomStream random = RandomStream.of(settings.seed(), number, StreamKeys.CALIBRATION, 0);
        double[] truth = new double[names.size()];
        for (int j = 0; j < truth.length; j++) {
            truth[j] = priors.get(names.get(j)).sample(random);
        }
        GlmPredictor model = GlmPredictor.of(settings.family(), design.names(), names, truth);
        double[] responses = new double[design.rows()];
        for (int i = 0; i < responses.length; i++) {
            responses[i] = model.observation(design, i, model.responses(design, i)[0], 0, random);
        }
        try {
            Posterior posterior = fitting.fit(settings.alone(number + 1L), design.withResponse(responses), fixed);
            return Replicates.ranks(posterior, names, truth, draws);
        } catch (InputException e) {
            throw new InputException(
                    "data set " + (number + 1) + ", simulated from the priors, can't be fitted: " + e.getMessage()
                            + "; where the priors allow what no data would be, give narrower ones",
                    e);
        }
    }
}
