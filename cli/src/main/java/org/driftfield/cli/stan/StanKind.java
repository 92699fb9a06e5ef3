package org.driftfield.cli.stan;

import org.driftfield.cli.fit.ModelKind;
import org.driftfield.store.stan.StanDetails;

/** Programs in the Stan language. */
public final class StanKind {
    public static final ModelKind KIND = new ModelKind(StanDetails.MODEL, StanCommand::new);

    private StanKind() {}
}
