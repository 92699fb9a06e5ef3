package org.driftfield.store.folder;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.driftfield.InputException;
import org.driftfield.assessment.Check;
import org.driftfield.model.Variable;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Provenance;

/**
 * What {@code fit.json} says of a fit: what was asked, on which data, what came out and how far to trust it.
 *
 * @param format the version of this layout; a reader refuses what it does not know
 * @param asked what the user said
 * @param data the data it was fitted to
 * @param priors the prior of each parameter, with defaults filled in
 * @param factors the names of the coordinates of each factor
 * @param notes what the program decided by itself and the user should know
 * @param outcome how the run ended
 * @param draws how the draws lie in their file
 * @param scores how well it predicts, by part of the data and name of the score; null for kinds of models without
 * @param verdict how far the answer can be trusted
 * @param warnings what to distrust, in words, beyond the verdict
 * @param files the files that only this kind of model has
 * @param details what only this kind of model has to say
 * @param provenance where the answer came from
 */
public record FitRecord(
        int format,
        Asked asked,
        DataUsed data,
        Map<String, String> priors,
        List<String> factors,
        List<String> notes,
        @MayBeAbsent Outcome outcome,
        @MayBeAbsent Layout draws,
        @MayBeAbsent Map<String, Map<String, Double>> scores,
        @MayBeAbsent Verdict verdict,
        List<String> warnings,
        List<String> files,
        @MayBeAbsent Object details,
        @MayBeAbsent Provenance provenance) {
    public static final int FORMAT = 3;

    /** What is known before the run. */
    public static FitRecord begun(
            Asked asked, DataUsed data, Map<String, String> priors, List<String> factors, List<String> notes) {
        return new FitRecord(
                FORMAT, asked, data, priors, factors, notes, null, null, null, null, List.of(), List.of(), null, null);
    }

    /** What this kind of model has to say. */
    public <T extends Record> T details(Class<T> type) {
        if (type.isInstance(details)) {
            return type.cast(details);
        }
        try {
            T own = Json.MAPPER.convertValue(details, type);
            return Whole.require("fit.json", "details", own);
        } catch (IllegalArgumentException e) {
            if (e instanceof InputException input) {
                throw input;
            }
            throw new InputException("fit.json is damaged: its details are not those of a fit " + asked.model(), e);
        }
    }

    /**
     * What the user said.
     *
     * @param model the kind of model
     * @param arguments all options that matter to the answer, as on the command line
     * @param report whether a report is to be written
     */
    public record Asked(String model, List<String> arguments, String method, long seed, boolean report) {
        /** What the model of a fit is called that another program made. */
        public static final String IMPORTED = "imported";

        /** The command that makes a fit with these arguments. */
        public static String oneLine(String model, List<String> arguments, String folder) {
            return Stream.concat(
                            Stream.of("driftfield", "fit", model),
                            Stream.concat(arguments.stream(), Stream.of("--out", folder))
                                    .map(Shell::quote))
                    .collect(Collectors.joining(" "));
        }

        /** The command that gives the same answer again, an option a line. */
        public String commandLine(String folder) {
            StringBuilder line =
                    new StringBuilder(model.equals(IMPORTED) ? "driftfield import" : "driftfield fit " + model);
            for (String argument : arguments) {
                line.append(argument.startsWith("--") ? " \\\n    " : " ").append(Shell.quote(argument));
            }
            return line.append(" \\\n    --out ").append(Shell.quote(folder)).toString();
        }
    }

    /**
     * The data of a fit.
     *
     * @param file its path as the user gave it
     * @param sha256 of its bytes
     * @param rows that the file has
     * @param used rows that went into the fit
     * @param missing for each column with missing values how many rows lack it
     */
    public record DataUsed(String file, String sha256, int rows, int used, Map<String, Integer> missing) {}

    /**
     * How a run ended.
     *
     * @param settled whether it settled, rather than running into its maximum
     * @param reason why settling ended, in words
     * @param iterations made in all
     * @param seconds wall time of the run
     */
    public record Outcome(boolean settled, String reason, int iterations, double seconds) {}

    /** How the draws lie in {@code file}: {@code snapshots} times {@code units} rows, one column for each element. */
    public record Layout(String file, Posterior.Kind kind, int snapshots, int units, List<Shape> variables) {
        private static final int MOST_VALUES = Integer.MAX_VALUE - 8;

        /** Refuses what no fit has written. */
        void require(Path json) {
            InputException.require(
                    file.equals(DrawsFile.PLAIN) || file.equals(DrawsFile.ZIPPED),
                    "%s is damaged: the file of the draws must be %s or %s, got '%s'",
                    json,
                    DrawsFile.PLAIN,
                    DrawsFile.ZIPPED,
                    file);
            double columns = 0;
            for (Shape shape : variables) {
                double size = 1;
                for (Variable.Dimension dimension : shape.dimensions) {
                    size *= dimension.extent();
                }
                columns += size;
            }
            InputException.require(
                    snapshots >= 1 && units >= 1 && columns >= 1 && (double) snapshots * units * columns <= MOST_VALUES,
                    "%s is damaged: no fit has %d times %d draws of %.0f numbers",
                    json,
                    snapshots,
                    units,
                    columns);
        }

        /** The names of the elements of all variables, in the order of the columns. */
        public List<String> elementNames() {
            return toVariables().stream()
                    .flatMap(variable -> variable.elementNames().stream())
                    .toList();
        }

        /** The variables of the posterior. */
        public List<Variable> toVariables() {
            return variables.stream().map(Shape::toVariable).toList();
        }
    }

    /**
     * What a variable of the posterior is.
     *
     * @param dimensions one for each index; empty for a single number
     * @param lower the end of the values below; NaN where there is none
     * @param upper the end of the values above; NaN where there is none
     */
    public record Shape(
            String name, List<Variable.Dimension> dimensions, double lower, double upper, Variable.Role role) {
        static Shape of(Variable variable) {
            return new Shape(
                    variable.name(),
                    variable.dimensions(),
                    Double.isFinite(variable.range().lower()) ? variable.range().lower() : Double.NaN,
                    Double.isFinite(variable.range().upper()) ? variable.range().upper() : Double.NaN,
                    variable.role());
        }

        private Variable toVariable() {
            return new Variable(
                    name,
                    dimensions,
                    new Variable.Range(
                            Double.isNaN(lower) ? Double.NEGATIVE_INFINITY : lower,
                            Double.isNaN(upper) ? Double.POSITIVE_INFINITY : upper),
                    role);
        }
    }

    /** How far the answer can be trusted: the worst level, a sentence, and each check. */
    public record Verdict(Check.Level level, String headline, List<Check> checks) {}
}
