package org.driftfield.reproduce;

import java.util.List;
import java.util.Map;
import org.driftfield.driver.Session;
import org.driftfield.report.Section;

/** One experiment of the paper: its data, the methods it compares, and what the paper reports. */
interface Experiment {
    /** Of the page. */
    String title();

    /** One line under the title. */
    String subtitle();

    /** Every method, in the order of the table. */
    List<Contender> methods();

    /** What results depend on besides the methods and the seed, by name. */
    Map<String, String> settings();

    /** Makes the data of a replicate ready, which is not part of any method's time. */
    void prepare(int replicate);

    /** Runs one method on a replicate that was made ready; the session watches and saves the run, and resumes one that was saved. */
    Outcome run(Contender method, int replicate, Session session);

    /** The columns of the table. */
    List<Score> columns();

    /** What the paper reports, by the key of the method under which it stands. */
    Map<String, PaperRow> paper();

    /** Adds scores that measure one method by another. */
    default List<Replicate> compared(List<Replicate> replicates) {
        return replicates;
    }

    /** How good a run is so far, for the line of progress: a column of the trace, the lower the better or the last one. */
    Watched watched();

    /** The sections of the page between the table and what was run. */
    List<Section> sections(ResultFolder folder, List<Replicate> replicates);

    /** The data and the model: label and words. */
    Map<String, String> description();

    /** What is done otherwise than in the paper, and why. */
    String otherwise();

    /** A column of the trace that a reader watches. */
    record Watched(String name, List<String> columns, boolean lowest) {}
}
