package org.driftfield.cli;

import java.util.List;
import java.util.Map;
import org.driftfield.posterior.Posterior;
import org.driftfield.report.Section;

/** What is told of a fit of one kind of model, beyond what is told of every fit. */
interface Presentation {
    /** What was fitted: the first line on the terminal. */
    String model();

    /** The title of the report. */
    String title();

    /** What was asked, by short labels in small letters. */
    Map<String, String> facts();

    /** How much of the data was used, and why not all. */
    String dataUsed();

    /** What else came out, one line each, for the terminal. */
    List<String> results();

    /** The same for {@code --json}, by names. */
    Map<String, Object> json();

    /** Sections of the report that belong right after the summary: answers beside the parameters. */
    List<Section> resultSections(Posterior posterior);

    /** Sections of the report that belong before the diagnostics: whether the model suits the data. */
    List<Section> checkSections();
}
