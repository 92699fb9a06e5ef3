package org.driftfield.store.export;

import static org.driftfield.InputException.require;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.driftfield.InputException;
import org.driftfield.driver.Run;
import org.driftfield.driver.Trace;
import org.driftfield.model.Variable;
import org.driftfield.posterior.DrawStatistics;
import org.driftfield.posterior.DrawStatistics.Statistic;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;
import org.driftfield.posterior.Transitions;
import org.driftfield.store.folder.FileTrouble;

/** Chains that CmdStan has written, one file each. */
public final class StanChains {
    private static final int MAX_DEPTH = 10;
    private static final double TARGET_ACCEPTANCE = 0.8;

    private final List<OneChain> chains;

    private StanChains(List<OneChain> chains) {
        this.chains = chains;
    }

    /** What one file holds: the settings in its comments, the heading, the draws after the warm-up. */
    private record OneChain(Path file, Map<String, String> settings, List<String> names, List<double[]> draws) {
        double number(String setting, double otherwise) {
            try {
                return Double.parseDouble(settings.getOrDefault(setting, "").replaceAll("\\s*\\(Default\\)", ""));
            } catch (NumberFormatException e) {
                return otherwise;
            }
        }

        Optional<double[]> column(String name) {
            int j = names.indexOf(name);
            return j < 0
                    ? Optional.empty()
                    : Optional.of(draws.stream().mapToDouble(row -> row[j]).toArray());
        }
    }

    /** Reads the files of one run. */
    public static StanChains read(List<Path> files) {
        List<OneChain> chains = new ArrayList<>();
        for (Path file : files) {
            OneChain chain = one(file);
            if (!chains.isEmpty()) {
                OneChain first = chains.get(0);
                require(
                        chain.names.equals(first.names),
                        "%s has other columns than %s: they are not chains of one run",
                        file,
                        first.file);
                require(
                        chain.draws.size() == first.draws.size(),
                        "%s has %d draws and %s has %d, expected chains of one length",
                        file,
                        chain.draws.size(),
                        first.file,
                        first.draws.size());
            }
            chains.add(chain);
        }
        return new StanChains(chains);
    }

    private static OneChain one(Path file) {
        Map<String, String> settings = new LinkedHashMap<>();
        List<String> names = null;
        List<double[]> rows = new ArrayList<>();
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            int number = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                number++;
                if (line.startsWith("#")) {
                    int at = line.indexOf('=');
                    if (at > 0) {
                        settings.putIfAbsent(
                                line.substring(1, at).strip(),
                                line.substring(at + 1).strip());
                    }
                } else if (!line.isBlank() && names == null) {
                    names = Arrays.stream(line.split(",", -1))
                            .map(String::strip)
                            .toList();
                } else if (!line.isBlank()) {
                    rows.add(numbers(file, number, line, names.size()));
                }
            }
        } catch (IOException e) {
            throw FileTrouble.cannot("read", file, e);
        }
        require(names != null, "%s is no output of CmdStan: it has no heading", file);
        OneChain all = new OneChain(file, settings, names, rows);
        int warmup = all.number("save_warmup", 0) == 1
                        || settings.getOrDefault("save_warmup", "").startsWith("true")
                ? (int) Math.ceil(all.number("num_warmup", 1000) / Math.max(1, all.number("thin", 1)))
                : 0;
        require(rows.size() > warmup, "%s has no draws after its warm-up", file);
        return new OneChain(file, settings, names, rows.subList(warmup, rows.size()));
    }

    private static double[] numbers(Path file, int line, String text, int expected) {
        String[] fields = text.split(",", -1);
        require(
                fields.length == expected,
                "%s line %d: expected %d fields as in the heading, got %d",
                file,
                line,
                expected,
                fields.length);
        double[] values = new double[expected];
        for (int j = 0; j < expected; j++) {
            String field = fields[j].strip();
            try {
                values[j] = switch (field) {
                    case "nan", "NaN", "-nan" -> Double.NaN;
                    case "inf" -> Double.POSITIVE_INFINITY;
                    case "-inf" -> Double.NEGATIVE_INFINITY;
                    default -> Double.parseDouble(field);
                };
            } catch (NumberFormatException e) {
                throw new InputException(file + " line " + line + ": expected a number, got '" + field + "'", e);
            }
        }
        return values;
    }

    /** The program, as the files call it. */
    public String model() {
        return chains.get(0).settings.getOrDefault("model", "imported");
    }

    public long seed() {
        return (long) chains.get(0).number("seed", 0);
    }

    /** Draws of each chain. */
    public int length() {
        return chains.get(0).draws.size();
    }

    /** The draws with names and shapes, and how their transitions went where the files say it. */
    public Posterior posterior(Provenance provenance) {
        List<String> columns = chains.get(0).names;
        List<Variable> variables = variables(columns);
        require(!variables.isEmpty(), "%s is no output of CmdStan: it has no parameter", chains.get(0).file);
        List<Integer> order = new ArrayList<>();
        for (Variable variable : variables) {
            List<String> elements = variable.elementNames();
            elements.forEach(element -> order.add(
                    columns.indexOf(element.replace("[", ".").replace(",", ".").replace("]", ""))));
        }
        int d = order.size();
        double[] draws = new double[Math.multiplyExact(Math.multiplyExact(d, chains.size()), length())];
        for (int c = 0; c < chains.size(); c++) {
            for (int i = 0; i < length(); i++) {
                for (int j = 0; j < d; j++) {
                    draws[(i * chains.size() + c) * d + j] = chains.get(c).draws.get(i)[order.get(j)];
                }
            }
        }
        Run run = new Run(
                Trace.of(List.of(Trace.ITERATION), new double[0]),
                draws,
                length(),
                chains.size(),
                length(),
                true,
                "made its draws",
                provenance.seconds());
        Posterior posterior = Posterior.ofVariables(variables, Posterior.Kind.CHAINS, run, List.of(), provenance);
        Posterior known = statistics().map(posterior::withStatistics).orElse(posterior);
        return chains.get(0).column("divergent__").isPresent() ? known.withTransitions(transitions()) : known;
    }

    /** What the files say of each draw; a log density that is not there was not written by the sampler. */
    private Optional<DrawStatistics> statistics() {
        Map<Statistic, double[]> all = new EnumMap<>(Statistic.class);
        for (Statistic one : Statistic.values()) {
            double[] values = new double[length() * chains.size()];
            boolean known = true;
            for (int c = 0; c < chains.size(); c++) {
                int chain = c;
                Optional<double[]> own = chains.get(c).column(StanCsv.column(one));
                known &= own.isPresent() && !Double.isNaN(own.get()[0]);
                own.ifPresent(column -> {
                    for (int i = 0; i < column.length; i++) {
                        values[i * chains.size() + chain] = column[i];
                    }
                });
            }
            if (known) {
                all.put(one, values);
            }
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(DrawStatistics.of(all));
    }

    private Transitions transitions() {
        int depth = (int) chains.get(0).number("max_depth", MAX_DEPTH);
        long diverged = 0;
        long cut = 0;
        List<Double> fractions = new ArrayList<>();
        for (OneChain chain : chains) {
            diverged += count(chain, "divergent__", 0.5);
            cut += count(chain, "treedepth__", depth - 0.5);
            chain.column("energy__").ifPresent(energy -> fractions.add(energyFraction(energy)));
        }
        return new Transitions(
                (long) chains.size() * length(),
                diverged,
                cut,
                depth,
                chains.get(0).number("delta", TARGET_ACCEPTANCE),
                fractions);
    }

    private static long count(OneChain chain, String name, double above) {
        return chain.column(name)
                .map(values ->
                        Arrays.stream(values).filter(value -> value > above).count())
                .orElse(0L);
    }

    /** The mean squared change of the energy over its variance (Betancourt 2016). */
    private static double energyFraction(double[] energy) {
        double mean = Arrays.stream(energy).average().orElse(Double.NaN);
        double changes = 0;
        double squares = 0;
        for (int i = 0; i < energy.length; i++) {
            squares += (energy[i] - mean) * (energy[i] - mean);
            changes += i == 0 ? 0 : (energy[i] - energy[i - 1]) * (energy[i] - energy[i - 1]);
        }
        return energy.length < 3 ? Double.NaN : changes / squares;
    }

    /** Columns such as {@code W.2.3} are elements of one variable; those that end in two underscores are the sampler's. */
    private static List<Variable> variables(List<String> columns) {
        Map<String, List<int[]>> indices = new LinkedHashMap<>();
        for (String column : columns) {
            if (column.endsWith("__")) {
                continue;
            }
            String[] parts = column.split("\\.", -1);
            int[] index = new int[parts.length - 1];
            for (int k = 0; k < index.length; k++) {
                require(parts[k + 1].matches("[1-9][0-9]{0,8}"), "column '%s' is no element of a variable", column);
                index[k] = Integer.parseInt(parts[k + 1]);
            }
            indices.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(index);
        }
        List<Variable> variables = new ArrayList<>();
        indices.forEach((name, all) -> variables.add(variable(name, all)));
        return variables;
    }

    private static Variable variable(String name, List<int[]> indices) {
        List<Variable.Dimension> dimensions = new ArrayList<>();
        int axes = indices.get(0).length;
        long size = 1;
        for (int axis = 0; axis < axes; axis++) {
            int at = axis;
            require(
                    indices.stream().allMatch(index -> index.length == axes),
                    "the columns of '%s' have different numbers of indices",
                    name);
            int extent = new TreeSet<>(indices.stream().map(index -> index[at]).toList()).last();
            dimensions.add(new Variable.Dimension(name + "_dim_" + axis, extent, List.of()));
            size *= extent;
        }
        require(
                size == indices.size(),
                "the columns of '%s' are not all of its elements: expected %d, got %d",
                name,
                size,
                indices.size());
        return new Variable(name, dimensions, Variable.Range.REAL, Variable.Role.PARAMETER);
    }
}
