package org.driftfield.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.driver.Trace;
import org.driftfield.posterior.ConditionalEffects;

/** What is told of a fit of one kind of model, beyond what is told of every fit. */
public interface Presentation {
    /** What was fitted: the first line on the terminal. */
    String model();

    /** The title of the report. */
    String title();

    /** What the report is about, under its title. */
    default String subject(int parameters) {
        return "Posterior of " + parameters + " parameters";
    }

    /** What it was learnt from, in a few words. */
    default String learntFrom(int used) {
        return used + (used == 1 ? " row" : " rows");
    }

    /** What was asked, by short labels in small letters. */
    Map<String, String> facts();

    /** How much of the data was used, and why not all. */
    String dataUsed();

    /** What else came out, one line each, for the terminal. */
    List<String> results();

    /** The same for {@code --json}, by names. */
    Map<String, Object> json();

    /** Sections of the report that matter more than the parameters. */
    default List<Section> leadSections(Trace trace) {
        return List.of();
    }

    /** The density of the prior of an element of the posterior, where it can be told. */
    default Optional<DoubleUnaryOperator> priorDensity(String element) {
        return Optional.empty();
    }

    /** How what is predicted changes with each predictor, where the model has such. */
    default ConditionalEffects effects() {
        return ConditionalEffects.NONE;
    }

    /** Whether the parameters mean something to a reader, so that their intervals are shown beside each other. */
    default boolean parameters() {
        return pairs();
    }

    /** Whether to show the parameters against each other. */
    default boolean pairs() {
        return true;
    }

    /** Sections of the report that belong right after the summary: answers beside the parameters. */
    List<Section> resultSections();

    /** Sections of the report that belong before the diagnostics: whether the model suits the data. */
    List<Section> checkSections();
}
