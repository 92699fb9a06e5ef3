package org.driftfield.posterior;

import org.driftfield.driver.Run;

/** Fewer draws of a posterior, where more would cost time and show nothing. */
public final class Thinned {
    private Thinned() {}

    /** At most so many draws, evenly chosen. */
    public static Posterior of(Posterior posterior, int most) {
        int size = posterior.size();
        if (size <= most) {
            return posterior;
        }
        int d = posterior.names().size();
        double[] chosen = new double[most * d];
        double[] row = new double[d];
        for (int i = 0; i < most; i++) {
            posterior.draw((int) ((long) i * size / most), row);
            System.arraycopy(row, 0, chosen, i * d, d);
        }
        Run run = new Run(posterior.trace(), chosen, most, 1, 0, posterior.settled(), posterior.stopped(), 0);
        return Posterior.ofVariables(
                posterior.variables(), Posterior.Kind.INDEPENDENT, run, posterior.warnings(), posterior.provenance());
    }
}
