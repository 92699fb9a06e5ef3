package org.driftfield.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.driftfield.InputException;
import org.driftfield.data.formula.Node;

/**
 * Decides for every categorical in every term whether it gets a column for each level or for each level but the reference,
 * so that the columns of the whole matrix are not redundant.
 *
 * <p>A term a:b spans what 1 + a⁻ + b⁻ + a⁻:b⁻ spans, ⁻ meaning "without the reference level". The pieces that earlier
 * terms with the same numeric factors span already are struck out; of the rest, s + s:f⁻ is written as s:f as long as
 * that is possible. This is the rule of patsy, and that of R wherever R's matrix has full rank.
 */
final class Coding {
    private static final int MOST_CATEGORICALS = 10;

    /** A factor of a product of columns; full says that a categorical has a column for every level. */
    record Part(Node factor, boolean full) {}

    private Coding() {}

    /** The products of factors, in order, whose columns make the matrix; the empty product is the intercept. */
    static List<List<Part>> of(List<Set<Node>> terms, Predicate<Node> categorical) {
        Map<Set<Node>, Set<Set<Part>>> spanned = new HashMap<>();
        List<List<Part>> products = new ArrayList<>();
        for (Set<Node> term : terms) {
            Set<Node> numeric = new HashSet<>();
            List<Node> categoricals = new ArrayList<>();
            for (Node factor : term) {
                if (categorical.test(factor)) {
                    categoricals.add(factor);
                } else {
                    numeric.add(factor);
                }
            }
            Set<Set<Part>> already = spanned.computeIfAbsent(numeric, k -> new HashSet<>());
            List<Set<Part>> pieces = new ArrayList<>();
            for (Set<Part> piece : subsets(categoricals)) {
                if (already.add(piece)) {
                    pieces.add(piece);
                }
            }
            while (mergeOne(pieces)) {}
            for (Set<Part> piece : pieces) {
                List<Part> product = new ArrayList<>();
                for (Node factor : term) {
                    for (boolean full : new boolean[] {false, true}) {
                        Part part = new Part(factor, full);
                        if (piece.contains(part) || (!full && numeric.contains(factor))) {
                            product.add(part);
                        }
                    }
                }
                products.add(product);
            }
        }
        return products;
    }

    /** All sets of the factors in reduced coding, small ones first, otherwise in the order of the factors. */
    private static List<Set<Part>> subsets(List<Node> factors) {
        InputException.require(
                factors.size() <= MOST_CATEGORICALS,
                "formula: an interaction of more than %d categoricals",
                MOST_CATEGORICALS);
        int count = factors.size();
        List<Integer> masks = new ArrayList<>();
        for (int mask = 0; mask < 1 << count; mask++) {
            masks.add(mask);
        }
        // Bit k from the top stands for factor k, so that a larger mask comes first among sets of one size.
        masks.sort(Comparator.<Integer>comparingInt(Integer::bitCount).thenComparing(Comparator.reverseOrder()));
        List<Set<Part>> subsets = new ArrayList<>();
        for (int mask : masks) {
            Set<Part> subset = new LinkedHashSet<>();
            for (int k = 0; k < count; k++) {
                if ((mask >> (count - 1 - k) & 1) == 1) {
                    subset.add(new Part(factors.get(k), false));
                }
            }
            subsets.add(subset);
        }
        return subsets;
    }

    /** Writes the first possible s + s:f⁻ as s:f. */
    private static boolean mergeOne(List<Set<Part>> pieces) {
        for (int shorter = 0; shorter < pieces.size(); shorter++) {
            for (int longer = shorter + 1; longer < pieces.size(); longer++) {
                Set<Part> small = pieces.get(shorter);
                Set<Part> large = pieces.get(longer);
                if (large.size() == small.size() + 1 && large.containsAll(small)) {
                    Set<Part> merged = new LinkedHashSet<>();
                    boolean possible = true;
                    for (Part part : large) {
                        boolean extra = !small.contains(part);
                        possible &= !extra || !part.full();
                        merged.add(extra ? new Part(part.factor(), true) : part);
                    }
                    if (possible) {
                        pieces.set(longer, merged);
                        pieces.remove(shorter);
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
