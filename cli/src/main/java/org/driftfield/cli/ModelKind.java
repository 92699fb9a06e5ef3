package org.driftfield.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.driftfield.InputException;

/**
 * A kind of model that can be fitted: what it adds to what all fits share.
 *
 * @param name the word after {@code driftfield fit}, also in {@code fit.json}
 * @param command makes its command
 * @param presentation makes, from a record and the folder that holds its files, what is told of a fit
 * @param newRows predicts rows that a fit has not seen
 * @param files the files that it may write beside those of every fit
 */
record ModelKind(
        String name,
        Function<Terminal, ModelCommand> command,
        BiFunction<FitRecord, Path, Presentation> presentation,
        NewRows newRows,
        List<String> files) {
    /** All kinds, in the order of the help. */
    static final List<ModelKind> ALL = List.of(
            new ModelKind(
                    "glm",
                    GlmCommand::new,
                    (record, folder) -> new GlmPresentation(record),
                    new GlmNewRows(),
                    List.of()),
            new ModelKind(
                    "sv",
                    SvCommand::new,
                    SvPresentation::new,
                    new SvNewRows(),
                    List.of(VolatilityFile.NAME, ForecastFile.NAME)),
            new ModelKind(
                    "nn",
                    NnCommand::new,
                    NnPresentation::new,
                    new NnNewRows(),
                    List.of(NnRun.WEIGHTS_FILE, NnRun.TAU_FILE, PredictedFile.NAME)));

    static ModelKind of(String name) {
        return ALL.stream()
                .filter(kind -> kind.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException(
                        "a fit of the unknown model '" + name + "': it was written by another version"));
    }

    static ModelKind of(FitRecord record) {
        return of(record.asked().model());
    }
}
