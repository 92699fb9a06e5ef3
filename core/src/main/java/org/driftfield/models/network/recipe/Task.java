package org.driftfield.models.network.recipe;

import java.util.Locale;
import org.driftfield.InputException;
import org.driftfield.kernel.OutputLikelihood;

/** What a network predicts. */
public enum Task {
    /** A number, with normal noise of unknown variance. */
    REGRESSION(OutputLikelihood.NORMAL),
    /** One of two classes; the output is the log odds of the second. */
    BINARY(OutputLikelihood.BERNOULLI),
    /** One of several classes, by the softmax of one output each. */
    MULTICLASS(OutputLikelihood.CATEGORICAL);

    private final OutputLikelihood likelihood;

    Task(OutputLikelihood likelihood) {
        this.likelihood = likelihood;
    }

    public OutputLikelihood likelihood() {
        return likelihood;
    }

    /** Outputs of a network for a target of so many classes. */
    public int outputs(int classes) {
        return this == MULTICLASS ? classes : 1;
    }

    /** As a user writes it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads what a user wrote. */
    public static Task parse(String text) {
        for (Task task : values()) {
            if (task.text().equals(text)) {
                return task;
            }
        }
        throw new InputException("task must be regression, binary or multiclass, got '" + text + "'");
    }
}
