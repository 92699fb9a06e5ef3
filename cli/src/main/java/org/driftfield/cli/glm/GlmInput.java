package org.driftfield.cli.glm;

import org.driftfield.InputException;
import org.driftfield.cli.fit.DataSource;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Design;
import org.driftfield.data.Formula;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Profile;
import org.driftfield.data.Recipe;
import org.driftfield.data.Table;
import org.driftfield.engine.LocalRows;
import org.driftfield.engine.Rows;
import org.driftfield.models.glm.Family;
import org.driftfield.models.glm.GlmChecks;
import org.driftfield.models.glm.GlmRows;
import org.driftfield.store.folder.FitRecord;

/**
 * The rows of a generalised linear model, laid out and checked, wherever they are.
 *
 * @param recipe how they were laid out
 * @param data what is recorded of them
 * @param design all of them; null where they are elsewhere
 * @param profile of the columns that they were made from; null where it is not wanted
 */
public record GlmInput(Rows<GlmRows> rows, Recipe recipe, FitRecord.DataUsed data, Design design, Profile profile) {
    /** Rows that are elsewhere. */
    public GlmInput(Rows<GlmRows> rows, Recipe recipe, FitRecord.DataUsed data, Profile profile) {
        this(rows, recipe, data, null, profile);
    }

    /**
     * What is asked of the data.
     *
     * @param csv how a file of text is read
     */
    public record Question(Formula formula, Family family, NaPolicy missing, CsvOptions csv) {}

    /** A source that lays out rows where they are, in place of a table. */
    public interface Source extends DataSource {
        GlmInput input(Question question);
    }

    static GlmInput of(DataSource source, Question question) {
        if (source instanceof Source elsewhere) {
            return elsewhere.input(question);
        }
        Table table = source.read(question.csv());
        Design design = Design.of(question.formula(), table, question.missing());
        return of(
                design,
                question.family(),
                source.used(table, design.rows()),
                design.recipe().profile(table, design.keptRows()));
    }

    /** Rows that were made in this program. */
    static GlmInput of(Design design, Family family, FitRecord.DataUsed data) {
        return of(design, family, data, null);
    }

    private static GlmInput of(Design design, Family family, FitRecord.DataUsed data, Profile profile) {
        GlmChecks.require(design, family);
        return new GlmInput(
                new LocalRows<>(GlmRows.chunks(design), design.rows()), design.recipe(), data, design, profile);
    }

    /** The rows themselves, which must be here. */
    Design here() {
        InputException.require(design != null, "this needs the rows in one place, got --engine spark");
        return design;
    }
}
