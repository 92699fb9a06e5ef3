package org.driftfield.reproduce;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The way in: runs what is not finished yet of an experiment of the paper. */
public final class Reproduce {
    private Reproduce() {}

    /**
     * What is asked for.
     *
     * @param experiment its name
     * @param replicates how often; as the experiment has it where empty
     * @param methods only these; all where empty
     * @param data the folder with the data; null where none was given
     * @param seed of the first replicate
     * @param threads never changes an answer
     * @param checkpointSeconds how often the replicate under way is saved
     * @param out results go to a folder in it named after the experiment
     */
    public record Asked(
            String experiment,
            OptionalInt replicates,
            Effort effort,
            List<String> methods,
            Path data,
            long seed,
            int threads,
            double checkpointSeconds,
            Path out) {}

    /**
     * Where progress is shown.
     *
     * @param stream receives it
     * @param live whether a line can be drawn again there
     * @param quiet whether nothing is shown
     */
    public record Screen(PrintStream stream, boolean live, boolean quiet) {}

    /**
     * What an experiment has come to, for whoever asked for it.
     *
     * @param heading what was done
     * @param rows the table, its first row the heading; the best of each column with a star
     * @param notes what a reader of the table must know
     * @param page where all of it is shown
     * @param json the same for programs
     */
    public record Told(
            String heading, List<List<String>> rows, List<String> notes, Path page, Map<String, Object> json) {}

    /** Goes on where it stopped when the same is asked for again. */
    public static Told run(Asked asked, Screen screen) {
        Experiments which = Experiments.of(asked.experiment());
        which.requireData(asked.data());
        Request request = new Request(
                asked.seed(),
                asked.replicates().orElse(which.replicates()),
                asked.effort(),
                asked.methods().stream().map(String::strip).toList(),
                asked.data(),
                asked.threads(),
                asked.checkpointSeconds());
        ResultFolder folder = new ResultFolder(asked.out().resolve(which.text()));
        return new Reproduction(which.text(), which.with(request), request, folder, screen)
                .run()
                .told();
    }
}
