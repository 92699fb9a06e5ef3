package org.driftfield.cli.volatility;

import org.driftfield.cli.fit.ModelKind;

/** Stochastic volatility models. */
public final class VolatilityKind {
    public static final ModelKind KIND = new ModelKind("sv", SvCommand::new);

    private VolatilityKind() {}
}
