package org.driftfield.sampler;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.driftfield.InputException;
import org.driftfield.model.FreeModel;

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

    private static final int MEMORY = 10;
    /** L-BFGS need only come near, so it gives up early. */
    private static final double NEAR_ENOUGH = 1e-6;

    private final FreeModel model;
    private final FreeModel.Evaluator density;
    private final LaplaceOptions options;
    private final int d;
    private final Curvature curvature;
    private double[] z;
    private double[] gradient;
    private double value;
    private double[] proposal;
    private double[] proposalGradient;
    private int iterations;

    ModeSearch(FreeModel model, FreeModel.Evaluator density, LaplaceOptions options, double[] start) {
        this.model = model;
        this.density = density;
        this.options = options;
        d = start.length;
        curvature = new Curvature(density, d);
        z = start.clone();
        gradient = new double[d];
        proposal = new double[d];
        proposalGradient = new double[d];
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
        Lbfgs climb = new Lbfgs(density, MEMORY, z);
        iterations = climb.climb(options.iterations(), NEAR_ENOUGH, (at, pair) -> {});
        z = climb.position();
        gradient = climb.gradient();
        value = climb.value();
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
        return !model.bounded(j);
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
        return model.describe(j, z[j]);
    }
}
