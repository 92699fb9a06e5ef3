package org.driftfield.store.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.FitRecord;

/** A fit as ArviZ knows it: a Zarr folder with a group {@code posterior} whose arrays are chain × draw × the variable's own. */
final class ArvizFolder {
    private ArvizFolder() {}

    static void write(Fit fit, Path folder) throws IOException {
        Posterior posterior = fit.posterior();
        Chains chains = Chains.of(posterior);
        ZarrGroup root = ZarrGroup.create(folder, attributes(fit.record()));
        ZarrGroup group = root.group("posterior", attributes(fit.record()));
        group.counts("chain", chains.count());
        group.counts("draw", chains.length());
        Set<String> taken = new LinkedHashSet<>(List.of("chain", "draw"));
        Set<String> written = new LinkedHashSet<>();
        for (Variable variable : posterior.variables()) {
            String own = name(variable.name(), taken);
            List<String> dimensions = new ArrayList<>(List.of("chain", "draw"));
            for (Variable.Dimension dimension : variable.dimensions()) {
                String name = dimension(own, dimension, dimensions.size() - 2, taken);
                dimensions.add(name);
                if (written.add(name)) {
                    if (dimension.labels().isEmpty()) {
                        group.counts(name, dimension.extent());
                    } else {
                        group.labels(name, dimension.labels());
                    }
                }
            }
            array(group, chains, variable, own, dimensions);
        }
        root.consolidate();
    }

    /** The name as a folder can have it, other than those before it. */
    private static String name(String given, Set<String> taken) {
        String name = given.replaceAll("[/\\\\\\p{Cntrl}]|^\\.", "_");
        while (!taken.add(name)) {
            name += "_";
        }
        return name;
    }

    /** A dimension with labels keeps its name where that is free; all others belong to their variable. */
    private static String dimension(String variable, Variable.Dimension dimension, int axis, Set<String> taken) {
        boolean named = !dimension.labels().isEmpty() && !dimension.name().isBlank();
        return name(named ? dimension.name() : variable + "_dim_" + axis, taken);
    }

    private static void array(ZarrGroup group, Chains chains, Variable variable, String name, List<String> dimensions)
            throws IOException {
        int size = variable.size();
        int[] shape = new int[dimensions.size()];
        shape[0] = chains.count();
        shape[1] = chains.length();
        for (int axis = 2; axis < shape.length; axis++) {
            shape[axis] = variable.dimensions().get(axis - 2).extent();
        }
        List<String> names = variable.elementNames();
        double[][] columns = new double[size][];
        for (int k = 0; k < size; k++) {
            columns[k] = chains.values(names.get(k));
        }
        group.numbers(name, dimensions, shape, i -> columns[i % size][i / size]);
    }

    private static Map<String, String> attributes(FitRecord record) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("inference_library", "driftfield");
        attributes.put("inference_library_version", record.provenance().version());
        attributes.put("model", record.asked().model());
        attributes.put("method", record.asked().method());
        attributes.put("seed", String.valueOf(record.asked().seed()));
        attributes.put("settings", record.provenance().options());
        attributes.put("data", record.data().file());
        attributes.put("data_sha256", record.data().sha256());
        attributes.put("verdict", record.verdict().headline());
        return attributes;
    }
}
