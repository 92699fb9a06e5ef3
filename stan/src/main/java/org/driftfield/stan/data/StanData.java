package org.driftfield.stan.data;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.driftfield.InputException;
import org.driftfield.data.CsvOptions;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;

/** Named numbers that a program's data block is filled from. Names that the program does not declare are ignored. */
public final class StanData {
    private final String source;
    private final Map<String, Numbers> entries;

    private StanData(String source, Map<String, Numbers> entries) {
        this.source = source;
        this.entries = new LinkedHashMap<>(entries);
    }

    /** No data, for a program that declares none. */
    public static StanData none() {
        return new StanData("no data", Map.of());
    }

    /**
     * Reads a file: {@code .json} as CmdStan's, {@code .csv} with one variable for each column and {@code N} for the number of
     * rows, {@code .R} as written by R's {@code dump}.
     */
    public static StanData read(Path file) {
        return read(file, CsvOptions.defaults());
    }

    /** The same, with a say in how a {@code .csv} is read. */
    public static StanData read(Path file, CsvOptions csv) {
        String name = String.valueOf(file.getFileName());
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        require(Files.isRegularFile(file), "%s: no such file", file);
        try {
            return switch (ending) {
                case "json" -> new StanData(name, JsonNumbers.read(file, name));
                case "csv" -> new StanData(name, CsvNumbers.read(file, csv));
                case "r" -> new StanData(name, new RDump(name, Files.readString(file)).read());
                default -> throw new InputException("data must be a .json, .csv or .R file, got " + name);
            };
        } catch (CharacterCodingException e) {
            throw new InputException(name + ": must be text in UTF-8, but is not", e);
        } catch (IOException e) {
            throw new InputException(name + ": can't be read: " + e.getMessage(), e);
        }
    }

    /**
     * Data from Java: numbers, arrays and lists of numbers, nested to any depth, a matrix as a list of rows.
     */
    public static StanData of(Map<String, ?> values) {
        Map<String, Numbers> entries = new LinkedHashMap<>();
        values.forEach((name, value) -> entries.put(name, JavaNumbers.of(value)));
        return new StanData("data", entries);
    }

    /** The same data with some of them replaced. */
    public StanData with(Map<String, ?> values) {
        StanData more = of(values);
        Map<String, Numbers> all = new LinkedHashMap<>(entries);
        all.putAll(more.entries);
        return new StanData(source, all);
    }

    /** The names there are values for. */
    public Set<String> names() {
        return Set.copyOf(entries.keySet());
    }

    /** The value of a variable that is declared with this type and these sizes. */
    public Arg value(String name, Type type, int[] dims) {
        Numbers numbers = entries.get(name);
        String declared = declared(type, dims);
        require(numbers != null, "%s: no value for '%s', which the program declares as %s", source, name, declared);
        require(numbers.fault() == null, "%s: '%s' must be %s, but %s", source, name, declared, numbers.fault());
        int size = 1;
        for (int extent : dims) {
            size *= extent;
        }
        boolean empty = size == 0 && numbers.values().length == 0;
        require(
                empty || Arrays.equals(dims, numbers.shape()),
                "%s: '%s' must be %s, but has %s",
                source,
                name,
                declared,
                numbers.sizes());
        double[] values = numbers.values();
        if (type.base() == Type.Base.INT) {
            for (double x : values) {
                require(
                        x == Math.rint(x) && Math.abs(x) <= Integer.MAX_VALUE,
                        "%s: '%s' must be %s, but holds %s",
                        source,
                        name,
                        declared,
                        x);
            }
        }
        return Arg.constant(
                type, type.base() == Type.Base.MATRIX ? byColumns(values, dims) : values.clone(), dims.clone());
    }

    private static String declared(Type type, int[] dims) {
        return dims.length == 0 ? type.toString() : type + " of sizes " + Arrays.toString(dims);
    }

    /** Each matrix column after column instead of row after row. */
    private static double[] byColumns(double[] values, int[] dims) {
        int rows = dims[dims.length - 2];
        int columns = dims[dims.length - 1];
        double[] out = new double[values.length];
        int block = rows * columns;
        for (int at = 0; block > 0 && at < values.length; at += block) {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    out[at + j * rows + i] = values[at + i * columns + j];
                }
            }
        }
        return out;
    }

    /** Something that differs where the data differ. */
    public long fingerprint() {
        long hash = 1;
        for (Map.Entry<String, Numbers> entry : new TreeMap<>(entries).entrySet()) {
            hash = 31 * hash + entry.getKey().hashCode();
            Numbers numbers = entry.getValue();
            hash = 31 * hash + Arrays.hashCode(numbers.shape());
            if (numbers.values() != null) {
                for (double x : numbers.values()) {
                    hash = (hash ^ Double.doubleToLongBits(x)) * 0x9E3779B97F4A7C15L;
                    hash ^= hash >>> 29;
                }
            }
        }
        return hash;
    }
}
