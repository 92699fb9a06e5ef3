package org.driftfield.models.glm;

import java.util.Locale;
import org.driftfield.InputException;
import org.driftfield.data.Design;

/** Whether the rows of a design are what a family expects; the first that is not is named. */
public final class GlmChecks {
    private static final double MOST = 1e100;

    private GlmChecks() {}

    /** Complains about the first row that the family cannot have; rows are counted as in the data. */
    public static void require(Design design, Family family) {
        InputException.require(
                design.response() != null,
                "the data must have the response '%s' of the formula",
                design.responseName());
        InputException.require(
                design.trials() == null || family.likelihood().takesTrials(),
                "a response with trials needs family binomial, got %s",
                family.text());
        double[] y = design.response();
        for (int i = 0; i < design.rows(); i++) {
            requireResponse(design, family, i);
        }
        for (int j = 0; j < design.columns(); j++) {
            requireTame(design, "column '" + design.names().get(j) + "'", design.x(), j * design.rows());
        }
        requireTame(design, "response '" + design.responseName() + "'", y, 0);
    }

    /** Squares of larger values, and sums of these, overflow. */
    private static void requireTame(Design design, String what, double[] values, int at) {
        for (int i = 0; i < design.rows(); i++) {
            if (Math.abs(values[at + i]) > MOST) {
                throw new InputException(String.format(
                        Locale.ROOT,
                        "%s, data row %d: values must lie between -1e100 and 1e100, got %s; is it a code for a missing value?",
                        what,
                        design.dataRow(i),
                        values[at + i]));
            }
        }
    }

    private static void requireResponse(Design design, Family family, int i) {
        double value = design.response()[i];
        double most = design.trials() == null ? 1 : design.trials()[i];
        boolean whole = value == Math.rint(value);
        if (!family.likelihood().allows(value, most)) {
            throw new InputException(String.format(
                    Locale.ROOT,
                    "response '%s', data row %d: family %s expects %s, got %s",
                    design.responseName(),
                    design.dataRow(i),
                    family.text(),
                    family.likelihood().expects(design.trials() != null, most),
                    whole ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value)));
        }
    }
}
