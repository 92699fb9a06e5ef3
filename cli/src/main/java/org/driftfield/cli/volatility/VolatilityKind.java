package org.driftfield.cli.volatility;

import org.driftfield.cli.fit.ModelKind;
import org.driftfield.store.volatility.SvDetails;

/** Stochastic volatility models. */
public final class VolatilityKind {
    public static final ModelKind KIND = new ModelKind(SvDetails.MODEL, SvCommand::new);

    private VolatilityKind() {}
}
