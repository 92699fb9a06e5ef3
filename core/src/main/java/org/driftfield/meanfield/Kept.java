package org.driftfield.meanfield;

import java.util.List;
import org.driftfield.driver.Algorithm;
import org.driftfield.model.Variable;

/** What is kept of the draws of a mean field that has very many coordinates: those that matter, or summaries of the others. */
public interface Kept extends Algorithm {
    /** What there are draws of. */
    List<Variable> variables();

    @Override
    default List<String> names() {
        return variables().stream()
                .flatMap(variable -> variable.elementNames().stream())
                .toList();
    }
}
