package org.driftfield.cli;

import java.util.List;
import org.driftfield.InputException;
import org.driftfield.cli.fit.ModelKind;
import org.driftfield.cli.glm.GlmKind;
import org.driftfield.cli.network.NetworkKind;
import org.driftfield.cli.stan.StanKind;
import org.driftfield.cli.volatility.VolatilityKind;
import org.driftfield.store.folder.FitRecord;

/** The kinds of models that can be fitted. */
final class ModelKinds {
    /** All kinds, in the order of the help. */
    static final List<ModelKind> ALL = List.of(GlmKind.KIND, VolatilityKind.KIND, NetworkKind.KIND, StanKind.KIND);

    private ModelKinds() {}

    /** The kind of model that a record is of. */
    static ModelKind of(FitRecord record) {
        return of(record.asked().model());
    }

    static ModelKind of(String name) {
        return ALL.stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException(
                        "a fit of the unknown model '" + name + "': it was written by another version"));
    }
}
