package org.driftfield.report;

import java.util.stream.Collectors;
import org.driftfield.posterior.Method;
import org.driftfield.posterior.Posterior;
import org.driftfield.store.folder.FitRecord;

/** How methods are spoken of. */
public final class MethodWords {
    private MethodWords() {}

    /** The name in full. */
    public static String name(String method) {
        return Method.of(method).map(Method::title).orElse(method);
    }

    /** The short name with size and factors. */
    public static String sized(FitRecord record, Posterior posterior) {
        String method = record.asked().method();
        int iterations = record.outcome().iterations();
        return method
                + switch (posterior.kind()) {
                    case CLOUD ->
                        ", " + posterior.units() + " particles" + factors(record) + ", " + iterations + " iterations";
                    case CHAINS -> ", " + posterior.units() + " chains of " + posterior.snapshots() + " draws";
                    case INDEPENDENT -> ", " + posterior.size() + " draws";
                };
    }

    private static String factors(FitRecord record) {
        return switch (record.factors().size()) {
            case 0 -> "";
            case 1 -> ", one factor (joint)";
            default ->
                ", " + record.factors().size() + " factors: "
                        + record.factors().stream().map(Names::printable).collect(Collectors.joining(" | "));
        };
    }
}
