package org.driftfield.cli.network;

import org.driftfield.cli.fit.ModelKind;

/** Bayesian neural networks. */
public final class NetworkKind {
    public static final ModelKind KIND = new ModelKind("nn", NnCommand::new);

    private NetworkKind() {}
}
