package org.driftfield.models.glm.family;

import java.util.List;
import java.util.Locale;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.driftfield.kernel.Kernels;
import org.driftfield.random.Binomials;
import org.driftfield.random.RandomStream;

/** Successes out of trials, with the logit link. */
public class BinomialLikelihood implements RowTerms {
    @Override
    public String mean(String response, List<String> levels) {
        return "probability of a success in " + response;
    }

    @Override
    public final double inverseLink(double eta) {
        return 1 / (1 + Math.exp(-eta));
    }

    @Override
    public final void inverseLinks(double[] eta) {
        Kernels.sigmoid(eta, 0, eta, 0, eta.length);
    }

    @Override
    public boolean takesTrials() {
        return true;
    }

    @Override
    public boolean allows(double y, double trials) {
        return y == Math.rint(y) && y >= 0 && y <= trials;
    }

    @Override
    public String expects(boolean given, double trials) {
        return given
                ? String.format(Locale.ROOT, "a whole number from 0 to %.0f", trials)
                : "0 or 1, or a response with trials such as 'successes | trials(n)'";
    }

    @Override
    public final double constant(double y, double trials) {
        return trials == 1 ? 0 : LogGamma.value(trials + 1) - LogGamma.value(y + 1) - LogGamma.value(trials - y + 1);
    }

    @Override
    public final double log(double y, double trials, double eta) {
        return y * eta - trials * (Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta))));
    }

    @Override
    public final double slope(double y, double trials, double eta) {
        return y - trials / (1 + Math.exp(-eta));
    }

    @Override
    public final double curvature(double y, double trials, double eta) {
        double p = inverseLink(eta);
        return trials * p * (1 - p);
    }

    @Override
    public final double tile(double[] eta, int at, double[] y, double[] trials, int row, int rows, boolean wanted) {
        if (wanted) {
            return Kernels.binomialLogit(eta, at, y, row, trials, row, eta, at, rows);
        }
        Kernels.binomialLogitResidual(eta, at, y, row, trials, row, eta, at, rows);
        return 0;
    }

    @Override
    public final double expectedTile(
            double[] eta,
            int at,
            double[] node,
            double[] weight,
            int nodeAt,
            int stride,
            int nodes,
            double[] y,
            double[] trials,
            int row,
            int rows,
            boolean wanted) {
        if (wanted) {
            return Kernels.expectedBinomialLogit(
                    eta, at, node, weight, nodeAt, stride, nodes, y, row, trials, row, eta, at, rows);
        }
        Kernels.expectedBinomialLogitResidual(
                eta, at, node, weight, nodeAt, stride, nodes, y, row, trials, row, eta, at, rows);
        return 0;
    }

    @Override
    public double draw(double mean, double trials, double sigma, RandomStream random) {
        int number = (int) Math.round(trials);
        return Binomials.next(number, number == 0 ? 0 : mean / number, random);
    }

    @Override
    public final double cumulative(double y, double mean, double trials, double sigma) {
        if (trials == 1) {
            return y < 0 ? 0 : y >= 1 ? 1 : 1 - Math.min(1, mean);
        }
        return y < 0 ? 0 : y >= trials ? 1 : RegularizedBeta.complement(Math.min(1, mean / trials), y + 1, trials - y);
    }

    @Override
    public double variance(double mean, double trials) {
        return mean * (1 - mean / trials);
    }

    @Override
    public final Comparison check() {
        return Comparison.CALIBRATION;
    }
}
