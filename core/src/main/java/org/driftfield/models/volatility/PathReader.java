package org.driftfield.models.volatility;

import org.driftfield.engine.Workers;
import org.driftfield.meanfield.Marginals;

/** Where the parameters and log variances of the particles of a mean field are found. */
public interface PathReader {
    /** A row for each particle: its coordinates, the log variances last. */
    double[] read(Marginals all, Workers workers);

    /** μ of the draw at {@code draws[at …]}, one of the mean field. */
    double level(double[] draws, int at);

    /** The log density of the model at a draw of the mean field. */
    double logDensity(double[] draw, double[] gradient);

    /** Whether the approximation that the particles start from was found. */
    boolean started();

    /** How far log σ² is from its fixed point; NaN where that is not known. */
    default double residual() {
        return Double.NaN;
    }

    /** The last log variance of the row at {@code matrix[at …]} of so many numbers, without what regressors add. */
    default double last(double[] matrix, int at, int width) {
        return matrix[at + width - 1];
    }
}
