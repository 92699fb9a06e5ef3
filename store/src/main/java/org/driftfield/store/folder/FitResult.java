package org.driftfield.store.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.assessment.Assessment;
import org.driftfield.posterior.Posterior;

/**
 * What a fit came to.
 *
 * @param posterior what is written to the draws, the summary and the trace
 * @param scores how well it predicts, by part of the data and name of the score; null for kinds of models without
 * @param assessment how far it can be trusted
 * @param details what only this kind of model has to say, written to {@code fit.json}
 * @param files further files by their names
 */
public record FitResult(
        Posterior posterior,
        Map<String, Map<String, Double>> scores,
        Assessment assessment,
        Record details,
        Map<String, FileWriter> files) {
    public FitResult(Posterior posterior, Assessment assessment, Record details, Map<String, FileWriter> files) {
        this(posterior, null, assessment, details, files);
    }

    /** With one file more. */
    public FitResult with(String name, FileWriter file) {
        Map<String, FileWriter> more = new LinkedHashMap<>(files);
        more.put(name, file);
        return new FitResult(posterior, scores, assessment, details, more);
    }

    /** The files beside the draws, the summary and the trace: those of the kind of model, and what is known of each draw. */
    Map<String, FileWriter> allFiles() {
        Map<String, FileWriter> all = new LinkedHashMap<>(files);
        posterior
                .statistics()
                .ifPresent(known -> all.put(StatisticsFile.NAME, file -> StatisticsFile.write(file, posterior, known)));
        return all;
    }

    /** Writes the content of a file. */
    @FunctionalInterface
    public interface FileWriter {
        void write(Path file) throws IOException;
    }

    /** The record, once the fit is finished. */
    public FitRecord record(FitRecord begun) {
        return record(begun, List.of());
    }

    /** The record, with what is to be said beyond the verdict. */
    public FitRecord record(FitRecord begun, List<String> warnings) {
        return new FitRecord(
                begun.format(),
                begun.asked(),
                begun.data(),
                begun.priors(),
                begun.factors(),
                begun.notes(),
                new FitRecord.Outcome(
                        posterior.settled(),
                        posterior.stopped(),
                        posterior.trace().rows(),
                        posterior.provenance().seconds()),
                new FitRecord.Layout(
                        DrawsFile.nameFor(posterior),
                        posterior.kind(),
                        posterior.snapshots(),
                        posterior.units(),
                        posterior.variables().stream().map(FitRecord.Shape::of).toList()),
                scores,
                new FitRecord.Verdict(assessment.level(), assessment.headline(), assessment.checks()),
                warnings,
                List.copyOf(allFiles().keySet()),
                details,
                posterior.provenance());
    }
}
