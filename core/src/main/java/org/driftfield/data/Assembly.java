package org.driftfield.data;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.driftfield.InputException;
import org.driftfield.data.formula.Functions;
import org.driftfield.data.formula.Node;
import org.driftfield.data.formula.Polynomial;
import org.driftfield.data.formula.Terms;
import org.driftfield.data.text.Messages;

/** Lays the terms of a formula out as the columns of a matrix. */
final class Assembly {
    private final List<List<Coding.Part>> products;
    private final Map<String, Categorical> categoricals;

    Assembly(Terms terms, Map<String, Categorical> categoricals) {
        this.categoricals = categoricals;
        this.products = Coding.of(terms.terms(), factor -> categoricals.containsKey(factor.toString()));
    }

    /** The names of the columns, in order. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        for (List<Coding.Part> product : products) {
            List<String> longer = List.of("");
            for (Coding.Part part : product) {
                List<String> shorter = longer;
                longer = new ArrayList<>();
                for (String own : names(part)) {
                    for (String before : shorter) {
                        longer.add(before.isEmpty() ? own : before + ":" + own);
                    }
                }
            }
            names.addAll(product.isEmpty() ? List.of("Intercept") : longer);
        }
        return names;
    }

    private List<String> names(Coding.Part part) {
        String factor = part.factor().toString();
        Categorical categorical = categoricals.get(factor);
        List<String> names = new ArrayList<>();
        if (categorical != null) {
            for (int level = 0; level < categorical.levels().size(); level++) {
                if (part.full() || level != categorical.reference()) {
                    names.add(factor + (part.full() ? "[" : "[T.")
                            + categorical.levels().get(level) + "]");
                }
            }
        } else if (Functions.isPoly(part.factor())) {
            for (int k = 1; k <= width(part); k++) {
                names.add(factor + k);
            }
        } else {
            names.add(factor);
        }
        return names;
    }

    private int width(Coding.Part part) {
        Categorical categorical = categoricals.get(part.factor().toString());
        if (categorical != null) {
            return categorical.levels().size() - (part.full() ? 0 : 1);
        }
        return Functions.isPoly(part.factor())
                ? Polynomial.spec((Node.Call) part.factor()).degree()
                : 1;
    }

    /** Checks, before anything large is made, that the matrix fits an array. */
    void requireSize(int rows) {
        double columns = 0;
        for (List<Coding.Part> product : products) {
            double width = 1;
            for (Coding.Part part : product) {
                width *= width(part);
            }
            columns += width;
        }
        Categorical widest = null;
        for (Categorical categorical : categoricals.values()) {
            if (widest == null || categorical.levels().size() > widest.levels().size()) {
                widest = categorical;
            }
        }
        InputException.require(
                columns * rows <= Integer.MAX_VALUE - 8,
                "formula: a design matrix of %d rows and %.0f columns is too large%s",
                rows,
                columns,
                widest == null
                        ? ""
                        : "; column " + Messages.quote(widest.column()) + " has "
                                + widest.levels().size() + " levels");
    }

    /** The matrix, column after column. Rows with an unseen category are flagged and filled with NaN. */
    double[] matrix(Table table, int[] rows, Arithmetic arithmetic, UnseenPolicy unseen, BitSet flagged) {
        int n = rows.length;
        requireSize(n);
        int columns = names().size();
        double[] x = new double[n * columns];
        int base = 0;
        for (List<Coding.Part> product : products) {
            // Column within the product = sum over parts of (column of the part)·stride; -1: a reference level, all
            // zero.
            int[] at = new int[n];
            List<Block> blocks = List.of(new Block(0, null));
            int stride = 1;
            for (Coding.Part part : product) {
                Categorical categorical = categoricals.get(part.factor().toString());
                if (categorical != null) {
                    int[] codes = categorical.codes(table, rows, unseen, flagged);
                    shift(at, codes, part.full() ? Integer.MAX_VALUE : categorical.reference(), stride);
                } else {
                    blocks = Block.multiply(blocks, arithmetic.columns(part.factor()), stride);
                }
                stride *= width(part);
            }
            for (Block block : blocks) {
                for (int i = 0; i < n; i++) {
                    if (at[i] >= 0) {
                        x[(base + block.offset + at[i]) * n + i] = block.values == null ? 1 : block.values[i];
                    }
                }
            }
            base += stride;
        }
        flagged.stream().forEach(i -> {
            for (int j = 0; j < columns; j++) {
                x[j * n + i] = Double.NaN;
            }
        });
        return x;
    }

    /** Moves each row to the column of its level; levels after the left-out one move up. */
    private static void shift(int[] at, int[] codes, int leftOut, int stride) {
        for (int i = 0; i < at.length; i++) {
            if (codes[i] < 0 || codes[i] == leftOut || at[i] < 0) {
                at[i] = -1;
            } else {
                at[i] += (codes[i] > leftOut ? codes[i] - 1 : codes[i]) * stride;
            }
        }
    }

    /** A product of numeric columns and its place; null values stand for ones. */
    private static final class Block {
        private final int offset;
        private final double[] values;

        Block(int offset, double[] values) {
            this.offset = offset;
            this.values = values;
        }

        static List<Block> multiply(List<Block> blocks, double[][] columns, int stride) {
            List<Block> products = new ArrayList<>();
            for (int k = 0; k < columns.length; k++) {
                for (Block block : blocks) {
                    double[] values = columns[k];
                    if (block.values != null) {
                        values = values.clone();
                        for (int i = 0; i < values.length; i++) {
                            values[i] *= block.values[i];
                        }
                    }
                    products.add(new Block(block.offset + k * stride, values));
                }
            }
            return products;
        }
    }
}
