package org.driftfield.cli.fit;

import java.util.function.Function;
import org.driftfield.cli.terminal.Terminal;

/**
 * A kind of model that can be fitted.
 *
 * @param name the word after {@code driftfield fit}, also in {@code fit.json}
 * @param command makes its command
 */
public record ModelKind(String name, Function<Terminal, ModelCommand> command) {}
