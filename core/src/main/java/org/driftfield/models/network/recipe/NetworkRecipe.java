package org.driftfield.models.network.recipe;

import java.io.Serializable;
import java.util.List;
import java.util.function.Function;
import org.driftfield.dynamics.minibatch.BlockLangevin;
import org.driftfield.posterior.Posterior;

/**
 * How a network is fitted: by moving a cloud of weights, or by one of the methods it is compared with. A count of 0 means:
 * chosen by the data's size.
 */
public sealed interface NetworkRecipe extends Serializable permits CloudRecipe, RivalRecipe {
    /** The default: predicts best. */
    static CloudRecipe.Standard standard() {
        return new CloudRecipe.Standard(0, 0, 0, 0.01, 0.5, 0.6, 0.02, Errors.CHOSEN, 0, 0, 0);
    }

    /** Algorithm 2 of Tran, Tseng and Kohn with the paper's settings. */
    static CloudRecipe.Paper paper() {
        return new CloudRecipe.Paper(
                20_000,
                1000,
                0.001,
                0.1,
                0,
                0.001,
                10,
                20,
                BlockLangevin.Drift.PRINTED,
                CloudRecipe.NoiseFrom.PARTICLES);
    }

    /** Stochastic gradient Langevin dynamics (Welling and Teh 2011). */
    static RivalRecipe.Sgld sgld() {
        return new RivalRecipe.Sgld(RivalRecipe.Sgld.Rule.SGLD, 1_000_000, 1000, 0.001, 10, 5000, 100, 1, false);
    }

    /** Preconditioned stochastic gradient Langevin dynamics (Li, Chen, Carlson and Carin 2016). */
    static RivalRecipe.Sgld psgld() {
        return new RivalRecipe.Sgld(RivalRecipe.Sgld.Rule.PSGLD, 1_000_000, 1000, 0.001, 100, 5000, 100, 1, false);
    }

    /** Stochastic gradient Langevin dynamics with the adaptive drift of Adam (Kim, Song and Liang 2020). */
    static RivalRecipe.Sgld adamSgld() {
        return new RivalRecipe.Sgld(RivalRecipe.Sgld.Rule.ADAM_SGLD, 1_000_000, 1000, 0.001, 10, 5000, 100, 1, false);
    }

    /** Gaussian variational Bayes with a covariance of rank one plus a diagonal (Tran, Nguyen, Nott and Kohn 2020). */
    static RivalRecipe.GaussianVb gaussianVb() {
        return new RivalRecipe.GaussianVb(100_000, 1000, 10, 0.001, 0.6, 100, 0.01, 20, false);
    }

    /** The most iterations. */
    int iterations();

    /** Rows of a minibatch. */
    int batch();

    /** Groups of particles that are started apart. */
    int groups();

    /** Whether the target of a regression is standardised; in the paper it is not. */
    boolean standardised();

    /** A name for files and options. */
    String text();

    /** The method that this is a recipe for, as provenance names it. */
    default String method() {
        return text();
    }

    /** All of them with their defaults, the first being that of networks. */
    static List<NetworkRecipe> all() {
        return List.of(standard(), paper(), sgld(), psgld(), adamSgld(), gaussianVb());
    }

    /** What its draws are. */
    Posterior.Kind kind();

    /** The noise of a number. */
    default Errors errors() {
        return Errors.NORMAL;
    }

    /** Whether a run goes through a schedule, whose length is looked for where it is not given; else it stops by itself. */
    default boolean scheduled() {
        return false;
    }

    /** Whether clouds are judged, and recalibrated, by all that they predict; else by the network at their mean. */
    default boolean predictive() {
        return false;
    }

    /** Filled in what is left open, for n rows, d weights and so many particles. */
    default NetworkRecipe completed(int n, int d, int particles) {
        return this;
    }

    /** With the tails of the noise that suit a target, where they are left open. */
    default NetworkRecipe withTailsOf(double[] y) {
        return this;
    }

    /** What is to be done with this recipe, of which kind it may be: one that is forgotten does not compile. */
    <T> T match(
            Function<? super CloudRecipe.Standard, ? extends T> standard,
            Function<? super CloudRecipe.Paper, ? extends T> paper,
            Function<? super RivalRecipe.Sgld, ? extends T> chain,
            Function<? super RivalRecipe.GaussianVb, ? extends T> gaussian);
}
