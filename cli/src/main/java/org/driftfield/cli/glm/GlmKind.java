package org.driftfield.cli.glm;

import org.driftfield.cli.fit.ModelKind;
import org.driftfield.store.glm.GlmDetails;

/** Generalised linear models. */
public final class GlmKind {
    public static final ModelKind KIND = new ModelKind(GlmDetails.MODEL, GlmCommand::new);

    private GlmKind() {}
}
