package org.driftfield.stan.parse;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The name that was probably meant. */
final class Nearest {
    private Nearest() {}

    /** {@code ", did you mean 'sigma'?"}, or nothing where no name is near. */
    static String hint(String name, Collection<String> known) {
        int far = Math.max(1, name.length() / 3);
        Optional<String> best = known.stream()
                .filter(other -> Math.abs(other.length() - name.length()) <= far)
                .filter(other -> distance(name, other) <= far)
                .min(Comparator.comparingInt((String other) -> distance(name, other))
                        .thenComparing(Comparator.naturalOrder()));
        return best.map(other -> ", did you mean '" + other + "'?").orElse("");
    }

    /** The number of letters to change, insert, drop or swap with a neighbour. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(d[i - 1][j - 1] + change, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
