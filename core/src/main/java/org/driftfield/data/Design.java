package org.driftfield.data;

import java.util.BitSet;
import java.util.List;
import org.driftfield.InputException;

/**
 * A design matrix with everything a regression needs: predictors, response, and where they apply trials and offset; and
 * the recipe that makes the same columns from new data.
 */
public final class Design {
    private final Recipe recipe;
    private final int[] rows;
    private final int inputRows;
    private final long firstRow;
    private final double[] x;
    private final Response response;
    private final double[] offset;
    private final BitSet flagged;

    Design(
            Recipe recipe,
            int[] rows,
            int inputRows,
            long firstRow,
            double[] x,
            Response response,
            double[] offset,
            BitSet flagged) {
        this.recipe = recipe;
        this.rows = rows;
        this.inputRows = inputRows;
        this.firstRow = firstRow;
        this.x = x;
        this.response = response;
        this.offset = offset;
        this.flagged = flagged;
    }

    /**
     * Lays out the data as the formula says. Levels of categoricals, and the statistics of {@code scale}, {@code center}
     * and {@code poly}, are those of the rows that are kept.
     */
    public static Design of(Formula formula, Table table, NaPolicy missing) {
        return Recipe.fit(formula, table, missing);
    }

    /** The same rows with other responses. */
    public Design withResponse(double[] values) {
        InputException.require(values.length == rows.length, "%d rows need as many responses", rows.length);
        return new Design(recipe, rows, inputRows, firstRow, x, response.with(values), offset, flagged);
    }

    /** The number of rows, n. */
    public int rows() {
        return rows.length;
    }

    /** The number of columns, d. */
    public int columns() {
        return recipe.names().size();
    }

    /** The matrix, column after column: row i of column j is at {@code j * rows() + i}. Not a copy. */
    public double[] x() {
        return x;
    }

    /** The names of the columns. */
    public List<String> names() {
        return recipe.names();
    }

    /**
     * The response, not a copy; for binomial counts the successes, for two categories 0 and 1. New data may lack it: null
     * if a column is absent, NaN for a row where the value is missing.
     */
    public double[] response() {
        return response == null ? null : response.values;
    }

    /** The name of the response as the formula has it. */
    public String responseName() {
        return recipe.formula().responseName();
    }

    /** The categories that count as 0 and as 1, empty if the response is a number. */
    public List<String> responseLevels() {
        return recipe.responseLevels();
    }

    /** The number of trials of each row, or null if the formula has none. */
    public double[] trials() {
        return response == null ? null : response.trials;
    }

    /** The offset of each row, or null if the formula has none. */
    public double[] offset() {
        return offset;
    }

    /** How many rows of the table were left out because a value was missing. */
    public int droppedRows() {
        return inputRows - rows.length;
    }

    /** For each row of the matrix the row of the table it came from, counted from 0. Not a copy. */
    public int[] keptRows() {
        return rows;
    }

    /** The number of row i of the matrix among the rows of the data, counted from 1. */
    public long dataRow(int i) {
        return firstRow + rows[i] + 1;
    }

    /** Whether row i of the matrix has a category the training data did not have; its predictors are NaN then. */
    public boolean isFlagged(int i) {
        return flagged.get(i);
    }

    /** How many rows are flagged. */
    public int flaggedRows() {
        return flagged.cardinality();
    }

    /** How to make the same columns from new data. */
    public Recipe recipe() {
        return recipe;
    }
}
