package org.driftfield.models.network;

import java.util.List;
import java.util.Locale;
import org.driftfield.InferenceException;
import org.driftfield.driver.State;
import org.driftfield.models.network.motion.Group;
import org.driftfield.models.network.motion.NetworkTarget;
import org.driftfield.models.network.motion.Scales;
import org.driftfield.models.network.motion.Tails;
import org.driftfield.models.network.prediction.Mixture;
import org.driftfield.models.network.prediction.Noise;
import org.driftfield.models.network.prediction.Scoring;
import org.driftfield.models.network.prediction.Selection;
import org.driftfield.models.network.recipe.CloudRecipe;
import org.driftfield.models.network.recipe.Task;

/** The fitting of a network as the driver sees it: moves the cloud, scores it on validation rows, keeps the best. */
final class NetworkRun implements NetworkAlgorithm {
    /** Clouds are told apart by so many of their particles. */
    private static final int ENOUGH_PARTICLES = 60;

    private final List<Group> groups;
    private final GroupMotion motion;
    private final Task task;
    private final double spread;
    private final float[] weights;
    private final int particles;
    private final Scoring validation;
    /** What clouds that predict numbers are chosen by; null where there is no choice or another score. */
    private final Selection selection;

    private final CloudRecipe recipe;
    private final int every;
    private final State state = new State();
    private final float[] best;
    /** The scales of the best cloud: of each group those of q(τ), that of q(σ²), how well the group fits, and ν. */
    private final double[][] bestScales;

    private final double[] bestScore = {Double.POSITIVE_INFINITY};

    /** What the groups are told apart by, see {@link #bestGroup}. */
    private final double[] losses;

    private List<GroupMotion.Told> told = List.of();
    private double pps = Double.NaN;
    private double nll = Double.NaN;
    private double crps = Double.NaN;

    /**
     * @param motion who moves the groups
     * @param weights all particles, group after group
     * @param validation null where there are no validation rows
     * @param selection null where clouds are not chosen by it
     * @param every iterations between scores; the last one is scored in any case
     */
    NetworkRun(
            List<Group> groups,
            GroupMotion motion,
            float[] weights,
            int particles,
            Scoring validation,
            Selection selection,
            CloudRecipe recipe,
            int every) {
        this.groups = List.copyOf(groups);
        this.motion = motion;
        NetworkTarget target = groups.get(0).target();
        this.task = target.task;
        this.spread = target.rows.spread;
        this.weights = weights;
        this.particles = particles;
        this.recipe = recipe;
        this.every = every;
        boolean scored = validation != null;
        this.validation = validation;
        this.selection = selection;
        this.best = new float[scored ? weights.length : 0];
        this.bestScales = new double[groups.size()][scored ? target.d + 3 : 0];
        this.losses = new double[groups.size()];
        state.putFloats("cloud", weights).putFloats("best", best).put("best.score", bestScore);
        state.put("losses", losses);
        for (int g = 0; g < groups.size(); g++) {
            groups.get(g).register(state);
            state.put("best.scales." + g, bestScales[g]);
        }
    }

    /** The particles as they are now, with the noise of their groups. */
    @Override
    public Mixture mixture() {
        groups.forEach(Group::follow);
        return mixture(weights, particles);
    }

    private Mixture mixture(float[] of, int count) {
        return new Mixture(
                of,
                count,
                groups.size(),
                task == Task.REGRESSION
                        ? groups.stream().map(group -> group.target().noise()).toArray(Noise[]::new)
                        : null,
                1);
    }

    /** Enough of those particles that differ to judge the cloud by. */
    private Mixture judged() {
        int count = groups.size();
        int moving = groups.stream().mapToInt(Group::moving).min().orElseThrow();
        if (particles <= ENOUGH_PARTICLES && moving == particles / count) {
            return mixture(weights, particles);
        }
        int each = Math.min(moving, Math.max(1, ENOUGH_PARTICLES / count));
        int d = groups.get(0).target().d;
        float[] some = new float[each * count * d];
        for (int g = 0; g < count; g++) {
            System.arraycopy(weights, Mixture.first(g, particles, count) * d, some, g * each * d, each * d);
        }
        return mixture(some, each * count);
    }

    /** The group whose mean predicts the validation rows best or, without them, whose particles fit the training rows best. */
    @Override
    public int bestGroup() {
        int group = 0;
        for (int g = 1; g < losses.length; g++) {
            group = losses[g] < losses[group] ? g : group;
        }
        return group;
    }

    @Override
    public double[] tauScales() {
        int d = groups.get(0).target().d;
        double[] scales = new double[groups.size() * d];
        for (int g = 0; g < groups.size(); g++) {
            System.arraycopy(groups.get(g).target().scales.tauScale(), 0, scales, g * d, d);
        }
        return scales;
    }

    @Override
    public String scoreColumn() {
        return selection != null && selection.tied() ? CRPS : recipe.predictive() ? NLL : PPS;
    }

    @Override
    public int patience() {
        return recipe.patience(every);
    }

    @Override
    public int units() {
        return particles;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public void restored() {
        groups.forEach(Group::restored);
    }

    @Override
    public void step(long iteration) {
        told = motion.step(iteration);
        for (int g = 0; g < groups.size(); g++) {
            if (validation == null) {
                losses[g] = told.get(g).recentLoss();
            }
            if (!Double.isFinite(told.get(g).logLikelihood())) {
                throw new InferenceException(String.format(
                        Locale.ROOT,
                        "the weights ran away in iteration %d: take smaller steps, or look for wild values among the inputs",
                        iteration));
            }
        }
        pps = Double.NaN;
        nll = Double.NaN;
        crps = Double.NaN;
        if (validation != null && (iteration % every == 0 || iteration == recipe.iterations())) {
            score();
        }
    }

    private void score() {
        for (int g = 0; g < groups.size(); g++) {
            Group group = groups.get(g);
            losses[g] = validation.plugIn(group.mean(), group.target().noise())[0];
        }
        pps = losses[bestGroup()];
        if (selection != null) {
            double score = selection.of(judged()).score();
            crps = selection.tied() ? score : Double.NaN;
            nll = selection.tied() ? Double.NaN : score;
        } else if (recipe.predictive()) {
            nll = validation.nll(judged());
        }
        double score = !recipe.predictive() ? pps : Double.isNaN(crps) ? nll : crps;
        if (score < bestScore[0]) {
            bestScore[0] = score;
            groups.forEach(Group::follow);
            System.arraycopy(weights, 0, best, 0, best.length);
            for (int g = 0; g < groups.size(); g++) {
                Scales scales = groups.get(g).target().scales;
                int d = scales.tauScale().length;
                System.arraycopy(scales.tauScale(), 0, bestScales[g], 0, d);
                bestScales[g][d] = scales.noiseScale();
                bestScales[g][d + 1] = losses[g];
                Tails tails = groups.get(g).target().tails;
                bestScales[g][d + 2] = tails == null ? 0 : tails.dof();
            }
        }
    }

    @Override
    public void freeze() {
        if (validation == null || !Double.isFinite(bestScore[0])) {
            return;
        }
        System.arraycopy(best, 0, weights, 0, best.length);
        for (int g = 0; g < groups.size(); g++) {
            Scales scales = groups.get(g).target().scales;
            int d = scales.tauScale().length;
            System.arraycopy(bestScales[g], 0, scales.tauScale(), 0, d);
            scales.keepNoise(bestScales[g][d]);
            losses[g] = bestScales[g][d + 1];
            if (groups.get(g).target().tails != null) {
                groups.get(g).target().tails.keepDof(bestScales[g][d + 2]);
            }
        }
        groups.forEach(Group::replaced);
    }

    @Override
    public void trace(long iteration, double[] row) {
        boolean regression = task == Task.REGRESSION;
        double loss = 0;
        double variance = 0;
        for (GroupMotion.Told group : told) {
            loss -= group.logLikelihood() / groups.size();
            variance += regression ? group.variance() / groups.size() : Double.NaN;
        }
        row[0] = regression ? 2 * loss * spread * spread : loss;
        row[1] = spread * Math.sqrt(variance);
        row[2] = told.get(0).stepSize();
        row[3] = pps;
        row[4] = nll;
        row[5] = crps;
    }

    @Override
    public boolean atRest() {
        return motion.atRest();
    }

    @Override
    public void close() {
        motion.close();
    }
}
