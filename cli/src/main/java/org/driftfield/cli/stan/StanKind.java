package org.driftfield.cli.stan;

import org.driftfield.cli.fit.ModelKind;

/** Programs in the Stan language. */
public final class StanKind {
    public static final ModelKind KIND = new ModelKind("stan", StanCommand::new);

    private StanKind() {}
}
