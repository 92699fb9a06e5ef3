package org.driftfield.cli.fit;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.driftfield.cli.terminal.Terminal;

/**
 * A kind of model that can be fitted: what it adds to what all fits share.
 *
 * @param name the word after {@code driftfield fit}, also in {@code fit.json}
 * @param command makes its command
 * @param presentation makes, from a record and the folder that holds its files, what is told of a fit
 * @param newRows predicts rows that a fit has not seen
 * @param comparison puts several fits side by side
 */
public record ModelKind(
        String name,
        Function<Terminal, ModelCommand> command,
        BiFunction<FitRecord, Path, Presentation> presentation,
        NewRows newRows,
        Function<List<Comparison.Fit>, SideBySide> comparison) {}
