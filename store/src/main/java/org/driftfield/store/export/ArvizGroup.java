package org.driftfield.store.export;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.driftfield.model.Variable;

/** One group of a fit for ArviZ: arrays with named dimensions, each of which has coordinates. */
public final class ArvizGroup {
    static final List<String> SAMPLED = List.of("chain", "draw");

    private final ZarrGroup zarr;
    private final Set<String> taken = new LinkedHashSet<>(SAMPLED);
    private final Set<String> written = new LinkedHashSet<>();

    ArvizGroup(ZarrGroup root, String name, Map<String, ?> attributes) throws IOException {
        this.zarr = root.group(name, attributes);
    }

    ZarrGroup zarr() {
        return zarr;
    }

    /** The coordinates of all chains and draws. */
    void sampled(Chains chains) throws IOException {
        zarr.counts("chain", chains.count());
        zarr.counts("draw", chains.length());
    }

    /** Which draws of each chain are here. */
    void sampled(Chains chains, int[] draws) throws IOException {
        zarr.counts("chain", chains.count());
        zarr.places("draw", draws);
    }

    /** The draws of a variable whose first element is at a place among all. */
    void variable(Variable variable, Draws draws, Chains chains, int at) throws IOException {
        String own = name(variable.name());
        List<String> dimensions = new ArrayList<>(SAMPLED);
        for (Variable.Dimension dimension : variable.dimensions()) {
            dimensions.add(dimension(own, dimension, dimensions.size() - SAMPLED.size()));
        }
        int size = variable.size();
        int[] shape = IntStream.concat(
                        IntStream.of(chains.count(), chains.length()),
                        variable.dimensions().stream().mapToInt(Variable.Dimension::extent))
                .toArray();
        if (size == 1) {
            zarr.numbers(own, dimensions, shape, i -> draws.get(chains.place((int) i), at));
            return;
        }
        double[] row = new double[size];
        int[] held = {-1};
        zarr.numbers(own, dimensions, shape, i -> {
            int place = chains.place((int) (i / size));
            if (held[0] != place) {
                draws.row(place, at, at + size, row);
                held[0] = place;
            }
            return row[(int) (i % size)];
        });
    }

    /** Numbers over dimensions whose coordinates are written already, or are counted. */
    void numbers(String name, List<String> dimensions, int[] shape, ZarrGroup.Values values) throws IOException {
        zarr.numbers(name(name), dimensions, shape, values);
    }

    /** The coordinates of a dimension: its labels, or numbers from 0 on where there are none. */
    void coordinates(String dimension, int extent, List<String> labels) throws IOException {
        if (written.add(dimension)) {
            taken.add(dimension);
            if (labels.isEmpty()) {
                zarr.counts(dimension, extent);
            } else {
                zarr.labels(dimension, labels);
            }
        }
    }

    /** The name as a folder can have it, other than those before it. */
    private String name(String given) {
        String name = given.replaceAll("[/\\\\\\p{Cntrl}]|^\\.", "_");
        while (!taken.add(name)) {
            name += "_";
        }
        return name;
    }

    /** A dimension with labels keeps its name where that is free; all others belong to their variable. */
    private String dimension(String variable, Variable.Dimension dimension, int axis) throws IOException {
        boolean named = !dimension.labels().isEmpty() && !dimension.name().isBlank();
        String name = name(named ? dimension.name() : variable + "_dim_" + axis);
        coordinates(name, dimension.extent(), dimension.labels());
        return name;
    }

    /** At most so many of the draws of a chain, evenly chosen. */
    static int[] evenly(int length, int most) {
        int kept = Math.max(1, Math.min(length, most));
        int[] chosen = new int[kept];
        Arrays.setAll(chosen, i -> (int) ((long) i * length / kept));
        return chosen;
    }
}
