package org.driftfield.sampler;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.driftfield.InputException;
import org.driftfield.model.Support;
import org.driftfield.model.UnconstrainedDensity;

/**
 * Climbs to the mode of a log density: L-BFGS to get near, then Newton steps with Levenberg's damping, in coordinates scaled
 * by their curvature. It ends where a Newton step promises to raise the log density by less than the tolerance; since that
 * also happens far out on a ridge that rises for ever, the point is then looked at from one standard deviation away.
 */
final class ModeSearch {
    private static final double LEAST_DAMPING = 1e-4;
    private static final double MOST_DAMPING = 1e12;
    /** Values beyond this are no numbers a posterior would have. */
    private static final double FAR_REAL = 1e15;
    /** exp(±100), and the same for the logit. */
    private static final double FAR_BOUNDED = 100;

    private static final double NEAR_BOUND = 15;

    private final UnconstrainedDensity density;
    private final LaplaceOptions options;
    private final int d;
    private final Curvature curvature;
    private double[] z;
    private double[] gradient;
    private double value;
    private double[] proposal;
    private double[] proposalGradient;
    private int iterations;

    ModeSearch(UnconstrainedDensity density, LaplaceOptions options, double[] start) {
        this.density = density;
        this.options = options;
        d = density.dimension();
        curvature = new Curvature(density);
        z = start.clone();
        gradient = new double[d];
        proposal = new double[d];
        proposalGradient = new double[d];
        value = density.evaluate(z, gradient);
    }

    double[] mode() {
        return z;
    }

    double value() {
        return value;
    }

    int iterations() {
        return iterations;
    }

    /** The curvature at the mode. */
    Curvature curvature() {
        return curvature;
    }

    void run() {
        iterations = new LimitedMemory(d).climb();
        boolean atRest = newton();
        curvature.computeAt(z);
        List<Integer> flat = curvature.flatCoordinates(z, value);
        if (!flat.isEmpty()) {
            throw noMaximum(flat, "from the best point found the log density does not fall as that of a normal would");
        }
        if (!atRest) {
            throw new InputException("the search for the mode did not come to rest in " + iterations
                    + " steps; allow more, or give a starting point");
        }
    }

    /** Whether the steps came to rest. */
    private boolean newton() {
        double damping = 0;
        double[] step = new double[d];
        for (int round = 0; round < options.iterations(); round++) {
            iterations++;
            curvature.computeAt(z);
            boolean moved = false;
            while (!moved && damping <= MOST_DAMPING) {
                if (curvature.solve(gradient, damping, step)) {
                    double gain = proposeStep(step);
                    boolean last = gain < options.tolerance();
                    moved = tryProposal(last ? options.tolerance() : 0);
                    if (last && (damping == 0 || gain == 0)) {
                        return true;
                    }
                }
                if (!moved) {
                    damping = Math.max(LEAST_DAMPING, 10 * damping);
                }
            }
            refuseRunaway();
            if (!moved) {
                return false;
            }
            damping = damping / 10 < LEAST_DAMPING ? 0 : damping / 10;
        }
        return false;
    }

    /** Sets the proposal; returns the gain that the quadratic model promises of it. */
    private double proposeStep(double[] step) {
        double gain = 0;
        for (int j = 0; j < d; j++) {
            proposal[j] = z[j] + step[j];
            gain += gradient[j] * step[j] / 2;
        }
        return gain;
    }

    /** Moves to the proposal unless the log density falls there by more than its rounding. */
    private boolean tryProposal(double slack) {
        double proposed = density.evaluate(proposal, proposalGradient);
        if (!(proposed >= value - slack - 1e-13 * (1 + Math.abs(value)) && proposed < Double.POSITIVE_INFINITY)) {
            return false;
        }
        accept(proposed);
        return true;
    }

    private void accept(double proposed) {
        double[] old = z;
        z = proposal;
        proposal = old;
        double[] oldGradient = gradient;
        gradient = proposalGradient;
        proposalGradient = oldGradient;
        value = proposed;
    }

    private void refuseRunaway() {
        for (int j = 0; j < d; j++) {
            if (Math.abs(z[j]) > (isReal(j) ? FAR_REAL : FAR_BOUNDED)) {
                throw noMaximum(List.of(j), "the log density still rises at the best point found");
            }
        }
    }

    private boolean isReal(int j) {
        return density.space().support(j) instanceof Support.Real;
    }

    /** Names the coordinates; where a bounded parameter has come suspiciously close to a bound, that one instead. */
    private InputException noMaximum(List<Integer> coordinates, String why) {
        List<Integer> atBound = IntStream.range(0, d)
                .filter(j -> !isReal(j) && Math.abs(z[j]) > NEAR_BOUND)
                .boxed()
                .toList();
        List<Integer> named = atBound.isEmpty() ? coordinates : atBound;
        String names = named.stream().limit(5).map(this::nameAndValue).collect(Collectors.joining(", "));
        return new InputException("the log density must have an interior maximum, got none along " + names
                + (named.size() > 5 ? ", …" : "") + ": " + why + "; give proper priors or use another method");
    }

    private String nameAndValue(int j) {
        double own = density.space().support(j).constrain(z[j]);
        return String.format(
                Locale.ROOT, "%s (at %.3g)", density.space().names().get(j), own);
    }

    /** L-BFGS (Nocedal 1980) with a backtracking line search; it need only come near, so it gives up early. */
    private final class LimitedMemory {
        private static final int MEMORY = 10;
        private static final double SUFFICIENT = 1e-4;
        private static final int BACKTRACKS = 40;

        private final double[][] moves = new double[MEMORY][];
        private final double[][] bends = new double[MEMORY][];
        private final double[] products = new double[MEMORY];
        private final double[] direction;
        private int kept;

        LimitedMemory(int d) {
            direction = new double[d];
        }

        int climb() {
            int made = 0;
            while (made < options.iterations()) {
                double slope = direct();
                double before = value;
                if (!(slope > 0) || !search(slope)) {
                    break;
                }
                made++;
                // proposal and its gradient hold the point before.
                remember();
                if (value - before < 1e-6) {
                    break;
                }
            }
            return made;
        }

        /** The two-loop recursion; returns the slope of the log density along the direction. */
        private double direct() {
            System.arraycopy(gradient, 0, direction, 0, d);
            int available = Math.min(kept, MEMORY);
            double[] weights = new double[available];
            for (int i = 0; i < available; i++) {
                int at = (kept - 1 - i) % MEMORY;
                weights[i] = dot(moves[at], direction) / products[at];
                addTo(direction, -weights[i], bends[at]);
            }
            double size = available == 0
                    ? 1 / Math.max(1e-300, Math.sqrt(dot(gradient, gradient)))
                    : products[(kept - 1) % MEMORY] / dot(bends[(kept - 1) % MEMORY], bends[(kept - 1) % MEMORY]);
            for (int j = 0; j < d; j++) {
                direction[j] *= size;
            }
            for (int i = available - 1; i >= 0; i--) {
                int at = (kept - 1 - i) % MEMORY;
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

        private void remember() {
            double[] move = new double[d];
            double[] bend = new double[d];
            for (int j = 0; j < d; j++) {
                move[j] = z[j] - proposal[j];
                bend[j] = proposalGradient[j] - gradient[j];
            }
            double product = dot(move, bend);
            // Where the density is not concave along the move the pair would spoil the approximation.
            if (product > 1e-12 * Math.sqrt(dot(move, move) * dot(bend, bend))) {
                moves[kept % MEMORY] = move;
                bends[kept % MEMORY] = bend;
                products[kept % MEMORY] = product;
                kept++;
            }
        }

        private static double dot(double[] a, double[] b) {
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
}
