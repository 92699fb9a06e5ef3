package org.driftfield.posterior;

import java.util.Arrays;
import java.util.Optional;

/** The methods by which a posterior is found: the word for each in options and files, and its name in sentences. */
public enum Method {
    PMFVB("pmfvb", "particle mean-field variational Bayes"),
    NUTS("nuts", "the No-U-Turn sampler"),
    SMC("smc", "sequential Monte Carlo"),
    LAPLACE("laplace", "the Laplace approximation"),
    PATHFINDER("pathfinder", "Pathfinder"),
    SGLD("sgld", "stochastic gradient Langevin dynamics"),
    PSGLD("psgld", "preconditioned stochastic gradient Langevin dynamics"),
    ADAM_SGLD("adam-sgld", "stochastic gradient Langevin dynamics with an adaptive drift"),
    GAUSSIAN_VB("gaussian-vb", "Gaussian variational Bayes");

    private final String word;
    private final String title;

    Method(String word, String title) {
        this.word = word;
        this.title = title;
    }

    /** As in options and files. */
    public String word() {
        return word;
    }

    /** As in sentences. */
    public String title() {
        return title;
    }

    /** The method of a word; empty for one that another version or program knows. */
    public static Optional<Method> of(String word) {
        return Arrays.stream(values())
                .filter(method -> method.word.equals(word))
                .findFirst();
    }
}
