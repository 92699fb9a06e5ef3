package org.driftfield.models.network;

import java.util.List;
import org.driftfield.InferenceException;
import org.driftfield.data.EncodedRows;
import org.driftfield.driver.Algorithm;
import org.driftfield.driver.State;
import org.driftfield.kernel.Workers;

/** The fitting of a network as the driver sees it: moves the cloud, scores it on validation rows, keeps the best. */
final class NetworkRun implements Algorithm {
    static final String TRAIN = "train.loss";
    static final String NOISE = "noise.sd";
    static final String STEP = "step";
    static final String PPS = "validation.pps";
    static final String NLL = "validation.nll";

    private final NetworkTarget target;
    private final Cloud cloud;
    private final Mover mover;
    private final Scoring validation;
    private final boolean byPlugIn;
    private final int every;
    private final int last;
    private final State state = new State();
    private final float[] best;
    private final double[] bestTau;
    /** The best score, and the scale of q(σ²) with it. */
    private final double[] bestScore = {Double.POSITIVE_INFINITY, 0};

    private double pps = Double.NaN;
    private double nll = Double.NaN;

    /**
     * @param byPlugIn whether clouds are compared by the PPS of their mean rather than by their predictive density
     * @param every iterations between scores
     * @param last the last iteration, which is scored in any case
     */
    NetworkRun(
            NetworkTarget target,
            Cloud cloud,
            Mover mover,
            EncodedRows validation,
            Workers workers,
            boolean byPlugIn,
            int every,
            int last) {
        this.target = target;
        this.cloud = cloud;
        this.mover = mover;
        this.byPlugIn = byPlugIn;
        this.every = every;
        this.last = last;
        boolean scored = validation.count() > 0;
        this.validation = scored
                ? new Scoring(
                        new Evaluation(target.net, workers),
                        target.task,
                        target.net.outputs(),
                        target.centre,
                        target.spread,
                        validation)
                : null;
        this.best = new float[scored ? cloud.weights.length : 0];
        this.bestTau = new double[scored ? cloud.d : 0];
        cloud.register(state);
        target.scales.register(state);
        mover.register(state);
        state.putFloats("best", best).put("best.tau", bestTau).put("best.score", bestScore);
    }

    /** None: the cloud is the answer, and is taken from here as it is. */
    @Override
    public List<String> names() {
        return List.of();
    }

    @Override
    public int units() {
        return cloud.particles;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public void restored() {
        target.scales.restored();
        mover.restored();
    }

    @Override
    public void step(long iteration) {
        mover.step(iteration);
        double value = mover.logLikelihood();
        if (!Double.isFinite(value)) {
            throw new InferenceException(String.format(
                    java.util.Locale.ROOT,
                    "the weights ran away in iteration %d: take smaller steps (now %.2g) or check the inputs for wild values",
                    iteration,
                    mover.stepSize()));
        }
        pps = Double.NaN;
        nll = Double.NaN;
        if (validation != null && (iteration % every == 0 || iteration == last)) {
            score();
        }
    }

    private void score() {
        pps = validation.plugIn(mover.mean(), target.scales.noise())[0];
        if (!byPlugIn) {
            nll = validation.nll(cloud.weights, cloud.particles, target.scales.noise());
        }
        double score = byPlugIn ? pps : nll;
        if (score < bestScore[0]) {
            bestScore[0] = score;
            bestScore[1] =
                    target.task == Task.REGRESSION ? target.scales.noise().scale() : 0;
            System.arraycopy(cloud.weights, 0, best, 0, best.length);
            System.arraycopy(target.scales.tauScale(), 0, bestTau, 0, bestTau.length);
        }
    }

    @Override
    public void freeze() {
        if (validation != null && Double.isFinite(bestScore[0])) {
            System.arraycopy(best, 0, cloud.weights, 0, best.length);
            System.arraycopy(bestTau, 0, target.scales.tauScale(), 0, bestTau.length);
            target.scales.keepNoise(bestScore[1]);
            restored();
        }
    }

    @Override
    public List<String> traceColumns() {
        return List.of(TRAIN, NOISE, STEP, PPS, NLL);
    }

    @Override
    public void trace(long iteration, double[] row) {
        boolean regression = target.task == Task.REGRESSION;
        double unit = -mover.logLikelihood();
        row[0] = regression ? 2 * unit * target.spread * target.spread : unit;
        row[1] = regression ? target.spread * Math.sqrt(Scoring.varianceOf(target.scales.noise())) : Double.NaN;
        row[2] = mover.stepSize();
        row[3] = pps;
        row[4] = nll;
    }

    @Override
    public void draws(double[] out, int at) {}
}
