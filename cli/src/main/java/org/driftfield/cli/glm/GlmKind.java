package org.driftfield.cli.glm;

import org.driftfield.cli.fit.ModelKind;

/** Generalised linear models. */
public final class GlmKind {
    public static final ModelKind KIND = new ModelKind("glm", GlmCommand::new);

    private GlmKind() {}
}
