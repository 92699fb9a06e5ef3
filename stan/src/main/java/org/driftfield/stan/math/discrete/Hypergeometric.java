package org.driftfield.stan.math.discrete;

import org.driftfield.random.RandomStream;
import org.driftfield.stan.math.Check;
import org.driftfield.stan.math.Draws;
import org.driftfield.stan.math.Gammas;

/** The hypergeometric distribution: hits, draws, and how many there are to hit and not to hit. */
public final class Hypergeometric {
    private Hypergeometric() {}

    private static void check(double draws, double a, double b) {
        Check.nonNegative("hypergeometric", "first population size", a);
        Check.nonNegative("hypergeometric", "second population size", b);
        Check.between("hypergeometric", "draws", 0, a + b, draws);
    }

    public static double lpmf(double n, double draws, double a, double b, double[] d) {
        check(draws, a, b);
        Check.between("hypergeometric", "hits", Math.max(0, draws - b), Math.min(a, draws), n);
        Outside.one(d);
        return Gammas.lchoose(a, n) + Gammas.lchoose(b, draws - n) - Gammas.lchoose(a + b, draws);
    }

    public static double draw(double draws, double a, double b, RandomStream random) {
        check(draws, a, b);
        double left = a;
        double all = a + b;
        int hits = 0;
        for (int i = 0; i < draws; i++) {
            if (Draws.uniform(random) * all < left) {
                hits++;
                left--;
            }
            all--;
        }
        return hits;
    }
}
