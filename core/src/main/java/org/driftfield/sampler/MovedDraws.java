package org.driftfield.sampler;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Variable;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;

/**
 * What becomes of draws under moves that leave the posterior as it is: short chains of the No-U-Turn sampler, one from each of
 * some draws, with the shape of all draws for a metric and a step that is short for it. Draws of the posterior stay draws of
 * it; others drift towards it.
 */
public final class MovedDraws {
    /** Short steps find their way into necks that longer ones diverge from. */
    private static final double TARGET_ACCEPTANCE = 0.95;

    private static final int MAX_DEPTH = 7;
    private static final int PILOT = 60;
    private static final int FEWEST_CHAINS = 30;
    private static final int FEWEST_TRANSITIONS = 8;
    private static final int MOST_TRANSITIONS = 64;

    /** After so many a look is taken at whether more are needed: at averages over all but the first of them. */
    private static final int LOOK = 20;

    private static final int BEFORE_LOOK = 4;

    /** A full metric needs so many draws for each coordinate. */
    private static final int DRAWS_PER_COORDINATE = 5;

    private static final int LARGEST_FULL = 200;

    private final FreeModel.Evaluator density;
    private final FreeModel.Writer writer;
    private final MassMatrix mass;
    private final Trajectory trajectory;
    private final StepSize step = new StepSize();
    private final RandomStream random = RandomStream.of(0, 0, 0, 0);
    private final long seed;
    private final int[] columns;
    private final double[] written;
    private final double[] centre;
    private final List<double[]> starts = new ArrayList<>();
    private final List<double[]> means = new ArrayList<>();
    private final List<double[]> squares = new ArrayList<>();
    private int transitions;
    private long diverged;

    private MovedDraws(FreeModel model, FreeModel.Evaluator density, double[][] draws, double[] centre, long seed) {
        int d = model.dimension();
        this.density = density;
        writer = model.writer();
        boolean full = draws.length >= DRAWS_PER_COORDINATE * d && d <= LARGEST_FULL;
        mass = MassMatrix.of(full ? Metric.DENSE : Metric.DIAGONAL, d);
        for (double[] draw : draws) {
            mass.add(draw);
        }
        mass.renew(model.freeNames());
        trajectory = new Trajectory(density, d, mass, MAX_DEPTH);
        this.centre = centre;
        this.seed = seed;
        columns = parameters(model);
        written = new double[model.variables().stream().mapToInt(Variable::size).sum()];
    }

    /** Where the elements of the parameters stand among those of all variables. */
    public static int[] parameters(FreeModel model) {
        List<Integer> found = new ArrayList<>();
        int at = 0;
        for (Variable variable : model.variables()) {
            for (int i = 0; i < variable.size(); i++) {
                if (variable.role() == Variable.Role.PARAMETER) {
                    found.add(at + i);
                }
            }
            at += variable.size();
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Moves draws.
     *
     * @param density of the model, with a gradient that is right
     * @param draws on the free scale, as many as can be had: evenly spaced ones are moved, all give the metric
     * @param chains how many to move
     * @param centre a point of the parameters about which squares are taken
     * @param gradients how many times the density may be evaluated, about
     * @param enough whether what was seen so far, of fewer transitions than there is room for, tells all there is to be told
     * @return null where that is too few, or the density is not finite at most of the draws
     */
    public static MovedDraws of(
            FreeModel model,
            FreeModel.Evaluator density,
            double[][] draws,
            int chains,
            double[] centre,
            int gradients,
            long seed,
            Predicate<MovedDraws> enough) {
        MovedDraws moved = new MovedDraws(model, density, draws, centre, seed);
        List<PhasePoint> points = moved.begin(draws, Math.min(chains, draws.length));
        if (points.size() < Math.max(FEWEST_CHAINS, chains / 2)) {
            return null;
        }
        double cost = moved.tune(points);
        double left = gradients - PILOT * cost;
        int room = (int) Math.min(MOST_TRANSITIONS, left / (points.size() * cost));
        if (room < FEWEST_TRANSITIONS) {
            int fewer = (int) (left / (FEWEST_TRANSITIONS * cost));
            if (fewer < FEWEST_CHAINS) {
                return null;
            }
            points = points.subList(0, Math.min(fewer, points.size()));
            room = FEWEST_TRANSITIONS;
        }
        moved.run(points, room, enough);
        return moved;
    }

    private List<PhasePoint> begin(double[][] draws, int chains) {
        List<PhasePoint> points = new ArrayList<>();
        for (int c = 0; c < chains; c++) {
            double[] draw = draws[(int) ((long) c * draws.length / chains)];
            PhasePoint point = new PhasePoint(draw.length);
            System.arraycopy(draw, 0, point.position, 0, draw.length);
            point.logDensity = density.evaluate(point.position, point.gradient);
            if (Double.isFinite(point.logDensity)) {
                points.add(point);
            }
        }
        return points;
    }

    /** Tunes the step on moves of some of the points, which are then taken back; returns the cost of a transition. */
    private double tune(List<PhasePoint> points) {
        step.restart(Math.pow(points.get(0).position.length, -0.25) / 10);
        PhasePoint trial = new PhasePoint(points.get(0).position.length);
        long leaps = 0;
        for (int t = 0; t < PILOT; t++) {
            trial.copyFrom(points.get((int) ((long) t * points.size() / PILOT)));
            random.reset(seed, 0, StreamKeys.ASSESSMENT_MOVE, t);
            trajectory.grow(trial, step.value(), random);
            step.learn(trajectory.acceptance(), TARGET_ACCEPTANCE);
            leaps += t < PILOT / 2 ? 0 : trajectory.leapfrogs();
        }
        step.freeze();
        return Math.max(1, (double) leaps / (PILOT - PILOT / 2));
    }

    private void run(List<PhasePoint> points, int number, Predicate<MovedDraws> enough) {
        points.forEach(point -> starts.add(values(point.position)));
        boolean looks = 2 * LOOK <= number;
        if (looks) {
            run(points, 0, BEFORE_LOOK, LOOK);
        }
        if (!looks || !enough.test(this)) {
            run(points, transitions, number / 2, number);
        }
    }

    /** Goes on from so many transitions to a number; averages are taken over those after the first. */
    private void run(List<PhasePoint> points, int from, int first, int number) {
        transitions = number;
        means.clear();
        squares.clear();
        for (int c = 0; c < points.size(); c++) {
            PhasePoint point = points.get(c);
            double[] mean = new double[columns.length];
            double[] square = new double[columns.length];
            int late = number - first;
            for (int t = from + 1; t <= number; t++) {
                random.reset(seed, t, StreamKeys.ASSESSMENT_MOVE, c);
                Subtree chosen = trajectory.grow(point, step.value(), random);
                diverged += trajectory.diverged() ? 1 : 0;
                System.arraycopy(chosen.position(), 0, point.position, 0, point.position.length);
                System.arraycopy(chosen.gradient(), 0, point.gradient, 0, point.gradient.length);
                point.logDensity = chosen.logDensity();
                if (t > first) {
                    double[] values = values(point.position);
                    for (int j = 0; j < values.length; j++) {
                        mean[j] += values[j] / late;
                        square[j] += (values[j] - centre[j]) * (values[j] - centre[j]) / late;
                    }
                }
            }
            means.add(mean);
            squares.add(square);
        }
    }

    private double[] values(double[] z) {
        writer.write(z, 0, random, written, 0);
        double[] out = new double[columns.length];
        for (int j = 0; j < out.length; j++) {
            out[j] = written[columns[j]];
        }
        return out;
    }

    /** How many draws were moved. */
    public int chains() {
        return starts.size();
    }

    /** How many transitions each made. */
    public int transitions() {
        return transitions;
    }

    /** The share of all transitions that diverged. */
    public double divergedShare() {
        return (double) diverged / ((long) transitions * chains());
    }

    /** The parameters where chain c started. */
    public double[] start(int c) {
        return starts.get(c);
    }

    /** The mean of the parameters over the later part of chain c. */
    public double[] mean(int c) {
        return means.get(c);
    }

    /** The mean of their squared distance from the centre over the later part of chain c. */
    public double[] square(int c) {
        return squares.get(c);
    }
}
