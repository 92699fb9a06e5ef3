package org.driftfield.models.network;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.model.MinibatchModel;
import org.driftfield.model.Parameter;
import org.driftfield.models.network.motion.Scales;
import org.driftfield.models.network.recipe.CloudRecipe;

/**
 * A network with its scales as one model: weights w_j ~ N(0, τ_j), τ_j ~ IG(α0, β0), and for a regression p(σ²) ∝ 1/σ². A
 * point is w, τ and, for a regression, σ², end to end.
 */
final class JointNetwork implements MinibatchModel {
    private final RowGradient likelihood;
    private final int d;
    private final boolean noisy;
    private double lossOfRow = Double.NaN;

    JointNetwork(RowGradient likelihood, int weights, boolean noisy) {
        this.likelihood = likelihood;
        this.d = weights;
        this.noisy = noisy;
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>(List.of(Parameter.real("w", d), Parameter.positive("tau", d)));
        if (noisy) {
            parameters.add(Parameter.positive("sigma2"));
        }
        return parameters;
    }

    @Override
    public int observations() {
        return likelihood.observations();
    }

    /** Minus the log-likelihood of a row at unit noise, averaged over those last looked at: only to be shown. */
    double lossOfRow() {
        return lossOfRow;
    }

    @Override
    public double logDensity(double[] theta, double[] gradient) {
        return posterior(theta, likelihood.of(theta, gradient), observations(), gradient);
    }

    @Override
    public double logDensity(double[] theta, double[] gradient, int[] rows) {
        return posterior(theta, likelihood.of(theta, rows, gradient), rows.length, gradient);
    }

    private double posterior(double[] theta, double ofRows, int rows, double[] gradient) {
        double n = observations();
        lossOfRow = -ofRows / rows;
        double share = n / rows;
        double precision = noisy ? 1 / theta[2 * d] : 1;
        double value = share * precision * ofRows;
        for (int j = 0; j < d; j++) {
            double w = theta[j];
            double inverse = 1 / theta[d + j];
            double scale = CloudRecipe.BETA0 + 0.5 * w * w;
            gradient[j] = share * precision * gradient[j] - inverse * w;
            gradient[d + j] = inverse * (scale * inverse - (Scales.TAU_SHAPE + 1));
            value += -(Scales.TAU_SHAPE + 1) * Math.log(theta[d + j]) - scale * inverse;
        }
        if (noisy) {
            gradient[2 * d] = -precision * (0.5 * n + 1 + share * precision * ofRows);
            value -= (0.5 * n + 1) * Math.log(theta[2 * d]);
        }
        return value;
    }
}
