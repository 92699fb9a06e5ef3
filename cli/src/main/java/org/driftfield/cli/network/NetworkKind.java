package org.driftfield.cli.network;

import org.driftfield.cli.fit.ModelKind;
import org.driftfield.store.network.NnDetails;

/** Bayesian neural networks. */
public final class NetworkKind {
    public static final ModelKind KIND = new ModelKind(NnDetails.MODEL, NnCommand::new);

    private NetworkKind() {}
}
