package org.driftfield.report.fit;

import org.driftfield.diagnostics.KernelDensity;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;

/** Densities of draws. */
final class Densities {
    private Densities() {}

    /** The density of an element of a variable, which knows where its values end. */
    static KernelDensity of(Posterior posterior, String element, double[] draws) {
        for (Variable variable : posterior.variables()) {
            boolean own = element.equals(variable.name())
                    || (element.startsWith(variable.name() + "[")
                            && variable.elementNames().contains(element));
            if (own) {
                return KernelDensity.of(
                        draws, variable.range().lower(), variable.range().upper());
            }
        }
        return KernelDensity.of(draws);
    }
}
