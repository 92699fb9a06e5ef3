package org.driftfield.store.export;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.store.folder.Json;

/** A folder in the Zarr format, version 2, without compression; arrays have named dimensions as xarray expects them. */
final class ZarrGroup {
    private static final int CHUNK_BYTES = 1 << 21;

    private final Path root;
    private final Map<String, Object> metadata;
    private final String name;

    private ZarrGroup(Path root, Map<String, Object> metadata, String name) {
        this.root = root;
        this.metadata = metadata;
        this.name = name;
    }

    /** A new group at the root of a folder. */
    static ZarrGroup create(Path root, Map<String, ?> attributes) throws IOException {
        ZarrGroup group = new ZarrGroup(root, new LinkedHashMap<>(), "");
        group.describe(attributes);
        return group;
    }

    /** A new group in this one. */
    ZarrGroup group(String inner, Map<String, ?> attributes) throws IOException {
        ZarrGroup group = new ZarrGroup(root, metadata, name + inner + "/");
        group.describe(attributes);
        return group;
    }

    private void describe(Map<String, ?> attributes) throws IOException {
        Files.createDirectories(root.resolve(name));
        put(name + ".zgroup", Map.of("zarr_format", 2));
        put(name + ".zattrs", attributes);
    }

    private void put(String key, Object value) throws IOException {
        metadata.put(key, value);
        Json.MAPPER.writeValue(root.resolve(key).toFile(), value);
    }

    /** The numbers of an array by their place, the last index running fastest. */
    @FunctionalInterface
    interface Values {
        double at(long i) throws IOException;
    }

    /** Numbers; the last index runs fastest. */
    void numbers(String array, List<String> dimensions, int[] shape, Values values) throws IOException {
        chunks(array, dimensions, shape, "<f8", Double.BYTES, (buffer, i) -> buffer.putDouble(values.at(i)));
    }

    /** Whole numbers. */
    void wholes(String array, List<String> dimensions, int[] shape, Values values) throws IOException {
        chunks(array, dimensions, shape, "<i8", Long.BYTES, (buffer, i) -> buffer.putLong((long) values.at(i)));
    }

    /** Whether or not. */
    void truths(String array, List<String> dimensions, int[] shape, Values values) throws IOException {
        chunks(array, dimensions, shape, "|b1", 1, (buffer, i) -> buffer.put((byte) (values.at(i) != 0 ? 1 : 0)));
    }

    /** The whole numbers that name the places of a dimension. */
    void places(String dimension, int[] numbers) throws IOException {
        wholes(dimension, List.of(dimension), new int[] {numbers.length}, i -> numbers[(int) i]);
    }

    /** Whole numbers from 0 on, of a dimension without labels. */
    void counts(String dimension, int extent) throws IOException {
        chunks(dimension, List.of(dimension), new int[] {extent}, "<i8", Long.BYTES, (buffer, i) -> buffer.putLong(i));
    }

    /** The labels of a dimension. */
    void labels(String dimension, List<String> labels) throws IOException {
        int longest = Math.max(
                1,
                labels.stream()
                        .mapToInt(label -> label.codePointCount(0, label.length()))
                        .max()
                        .orElse(1));
        chunks(
                dimension,
                List.of(dimension),
                new int[] {labels.size()},
                "<U" + longest,
                longest * Integer.BYTES,
                (buffer, i) -> {
                    int from = buffer.position();
                    labels.get((int) i).codePoints().forEach(buffer::putInt);
                    buffer.position(from + longest * Integer.BYTES);
                });
    }

    private interface Element {
        void write(ByteBuffer buffer, long i) throws IOException;
    }

    /** Chunks divide the first dimensions only; each but the last of a dimension is full. */
    private void chunks(String array, List<String> dimensions, int[] shape, String type, int bytes, Element element)
            throws IOException {
        String folder = name + array + "/";
        Files.createDirectories(root.resolve(folder));
        int[] chunk = shape.clone();
        for (int axis = 0; axis < chunk.length && volume(chunk) * bytes > CHUNK_BYTES; axis++) {
            long rest = volume(chunk) / Math.max(1, chunk[axis]) * bytes;
            chunk[axis] = (int) Math.max(1, Math.min(chunk[axis], CHUNK_BYTES / Math.max(1, rest)));
        }
        for (int axis = 0; axis < chunk.length; axis++) {
            chunk[axis] = Math.max(1, chunk[axis]);
        }
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("zarr_format", 2);
        described.put("shape", shape);
        described.put("chunks", chunk);
        described.put("dtype", type);
        described.put("compressor", null);
        described.put("fill_value", null);
        described.put("order", "C");
        described.put("filters", null);
        put(folder + ".zarray", described);
        put(folder + ".zattrs", Map.of("_ARRAY_DIMENSIONS", dimensions));
        if (Arrays.stream(shape).allMatch(extent -> extent > 0)) {
            int[] at = new int[shape.length];
            do {
                write(root.resolve(folder + key(at)), at, shape, chunk, bytes, element);
            } while (next(at, shape, chunk));
        }
    }

    private static long volume(int[] extents) {
        long volume = 1;
        for (int extent : extents) {
            volume *= extent;
        }
        return volume;
    }

    private static String key(int[] at) {
        StringBuilder key = new StringBuilder();
        for (int index : at) {
            key.append(key.length() == 0 ? "" : ".").append(index);
        }
        return key.length() == 0 ? "0" : key.toString();
    }

    private static boolean next(int[] at, int[] shape, int[] chunk) {
        for (int axis = at.length - 1; axis >= 0; axis--) {
            if ((long) ++at[axis] * chunk[axis] < shape[axis]) {
                return true;
            }
            at[axis] = 0;
        }
        return false;
    }

    private static void write(Path file, int[] at, int[] shape, int[] chunk, int bytes, Element element)
            throws IOException {
        int volume = (int) volume(chunk);
        ByteBuffer buffer = ByteBuffer.allocate(volume * bytes).order(ByteOrder.LITTLE_ENDIAN);
        int[] inside = new int[chunk.length];
        for (int i = 0; i < volume; i++) {
            int rest = i;
            for (int axis = chunk.length - 1; axis >= 0; axis--) {
                inside[axis] = rest % chunk[axis];
                rest /= chunk[axis];
            }
            long flat = 0;
            boolean there = true;
            for (int axis = 0; axis < chunk.length; axis++) {
                int index = at[axis] * chunk[axis] + inside[axis];
                there &= index < shape[axis];
                flat = flat * shape[axis] + index;
            }
            buffer.position(i * bytes);
            if (there) {
                element.write(buffer, flat);
            }
        }
        Files.write(file, buffer.array());
    }

    /** Writes what all groups and arrays are into one file, so that a reader need not look for them. */
    void consolidate() throws IOException {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("zarr_consolidated_format", 1);
        all.put("metadata", metadata);
        Json.MAPPER.writeValue(root.resolve(".zmetadata").toFile(), all);
    }
}
