package org.driftfield.sampler;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.model.FreeModel;

/** L-BFGS (Nocedal 1980) with a backtracking line search, uphill on a log density. */
final class Lbfgs {
    private static final double SUFFICIENT = 1e-4;
    private static final int BACKTRACKS = 40;

    private final FreeModel.Evaluator density;
    private final int d;
    private final int memory;
    private final double[][] moves;
    private final double[][] bends;
    private final double[] products;
    private final double[] direction;
    private double[] z;
    private double[] gradient;
    private double[] proposal;
    private double[] proposalGradient;
    private double value;
    private int kept;

    /**
     * A move and how it changed the slope, where the log density is concave along it.
     *
     * @param move s, from the point before to the one after
     * @param bend y, the gradient before minus the one after
     */
    record Pair(double[] move, double[] bend) {}

    /** Sees every point on the way up. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Sees one point.
         *
         * @param pair of the step to this point, null where the density was not concave along it
         */
        void at(Lbfgs climb, Pair pair);
    }

    Lbfgs(FreeModel.Evaluator density, int memory, double[] start) {
        this.density = density;
        this.d = start.length;
        this.memory = memory;
        moves = new double[memory][];
        bends = new double[memory][];
        products = new double[memory];
        direction = new double[d];
        z = start.clone();
        gradient = new double[d];
        proposal = new double[d];
        proposalGradient = new double[d];
        value = density.evaluate(z, gradient);
    }

    double[] position() {
        return z;
    }

    double[] gradient() {
        return gradient;
    }

    double value() {
        return value;
    }

    /** The pairs remembered, oldest first. */
    List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (int i = Math.max(0, kept - memory); i < kept; i++) {
            pairs.add(new Pair(moves[i % memory], bends[i % memory]));
        }
        return pairs;
    }

    /** Climbs until a step gains less than the tolerance, or none can be made; returns the number of steps. */
    int climb(int iterations, double tolerance, Visitor visitor) {
        int made = 0;
        while (made < iterations) {
            double slope = direct();
            double before = value;
            if (!(slope > 0) || !search(slope)) {
                break;
            }
            made++;
            visitor.at(this, remember());
            if (value - before < tolerance) {
                break;
            }
        }
        return made;
    }

    /** The two-loop recursion; returns the slope of the log density along the direction. */
    private double direct() {
        System.arraycopy(gradient, 0, direction, 0, d);
        int available = Math.min(kept, memory);
        double[] weights = new double[available];
        for (int i = 0; i < available; i++) {
            int at = (kept - 1 - i) % memory;
            weights[i] = dot(moves[at], direction) / products[at];
            addTo(direction, -weights[i], bends[at]);
        }
        double size = available == 0
                ? 1 / Math.max(1e-300, Math.sqrt(dot(gradient, gradient)))
                : products[(kept - 1) % memory] / dot(bends[(kept - 1) % memory], bends[(kept - 1) % memory]);
        for (int j = 0; j < d; j++) {
            direction[j] *= size;
        }
        for (int i = available - 1; i >= 0; i--) {
            int at = (kept - 1 - i) % memory;
            addTo(direction, weights[i] - dot(bends[at], direction) / products[at], moves[at]);
        }
        return dot(direction, gradient);
    }

    private boolean search(double slope) {
        double length = 1;
        for (int attempt = 0; attempt < BACKTRACKS; attempt++) {
            for (int j = 0; j < d; j++) {
                proposal[j] = z[j] + length * direction[j];
            }
            double proposed = density.evaluate(proposal, proposalGradient);
            if (proposed >= value + SUFFICIENT * length * slope && proposed < Double.POSITIVE_INFINITY) {
                accept(proposed);
                return true;
            }
            length /= attempt < 3 ? 2 : 10;
        }
        return false;
    }

    /** Afterwards the proposal and its gradient hold the point before. */
    private void accept(double proposed) {
        double[] old = z;
        z = proposal;
        proposal = old;
        double[] oldGradient = gradient;
        gradient = proposalGradient;
        proposalGradient = oldGradient;
        value = proposed;
    }

    private Pair remember() {
        double[] move = new double[d];
        double[] bend = new double[d];
        for (int j = 0; j < d; j++) {
            move[j] = z[j] - proposal[j];
            bend[j] = proposalGradient[j] - gradient[j];
        }
        double product = dot(move, bend);
        // Where the density is not concave along the move the pair would spoil the approximation.
        if (!(product > 1e-12 * Math.sqrt(dot(move, move) * dot(bend, bend)))) {
            return null;
        }
        moves[kept % memory] = move;
        bends[kept % memory] = bend;
        products[kept % memory] = product;
        kept++;
        return new Pair(move, bend);
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += a[j] * b[j];
        }
        return sum;
    }

    private static void addTo(double[] a, double factor, double[] b) {
        for (int j = 0; j < a.length; j++) {
            a[j] += factor * b[j];
        }
    }
}
