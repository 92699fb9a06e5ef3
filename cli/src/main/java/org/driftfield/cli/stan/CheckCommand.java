package org.driftfield.cli.stan;

import static org.driftfield.InputException.require;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.model.FreeModel;
import org.driftfield.stan.StanModel;
import org.driftfield.stan.StanProgram;
import org.driftfield.stan.compile.CompiledProgram;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.review.Review;
import org.driftfield.stan.tape.Parameter;
import org.driftfield.stan.tree.Note;
import org.driftfield.stan.tree.Stmt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code driftfield check}. */
@Command(
        name = "check",
        description =
                "Read a program in the Stan language and say what it is: parameters, what a reviewer would ask, and, with"
                        + " data, sizes, a check of the gradient and its speed.",
        footer = {
            "",
            "Examples:",
            "  driftfield check examples/schools.stan",
            "  driftfield check examples/schools.stan --data examples/schools.json",
            "  driftfield check --functions"
        })
public final class CheckCommand implements Callable<Integer> {
    private static final int POINTS = 3;

    /** Central differences with a good step are right to about ten digits; a wrong formula is off by far more than this. */
    private static final double WORST = 1e-4;

    private static final double STEP = 1e-5;

    private final Terminal terminal;

    @Parameters(arity = "0..1", paramLabel = "PROGRAM", description = "The file of the program.")
    private Path file;

    @Option(names = "--data", paramLabel = "FILE", description = "Its data: .json, .csv or .R.")
    private Path data;

    @Option(
            names = "--time-limit",
            paramLabel = "S",
            description = "Seconds that transformed data, or one evaluation, may take (default: 60).")
    private Double timeLimit;

    @Option(names = "--functions", description = "List the functions that programs may call, and exit.")
    private boolean functions;

    @Option(names = "--seed", paramLabel = "N", description = "Of the points of the gradient check (default: 1).")
    private long seed = 1;

    public CheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (functions) {
            functions(terminal.out());
            return 0;
        }
        require(file != null, "check: expected the file of a program, or --functions");
        StanProgram program = StanSettings.patient(StanProgram.read(file), timeLimit);
        List<Note> notes = new ArrayList<>(program.notes());
        notes.addAll(Review.of(program.program()));
        PrintStream out = terminal.out();
        out.println(program.program().name() + ": "
                + count(program.program().parameters().size(), "parameter") + ", "
                + count(program.program().data().size(), "variable") + " of data");
        boolean alone = program.program().data().isEmpty();
        StanModel model = data != null ? program.with(data) : alone ? program.with(Map.of()) : null;
        if (model == null) {
            for (Stmt.Declare declare : program.program().parameters()) {
                out.println("  " + declare.variable().type() + " "
                        + declare.variable().name());
            }
        } else {
            describe(model, out);
        }
        for (Note note : notes) {
            out.println("note: " + note);
        }
        if (model != null && model.dimension() > 0) {
            manner(model.compiled(), out);
            gradient(model, out);
        }
        return 0;
    }

    /** How the program runs. */
    private static void manner(CompiledProgram compiled, PrintStream out) {
        if (compiled.obstacle() != null) {
            out.println("runs: on the tape, because of " + compiled.obstacle());
            return;
        }
        out.println("runs: as bytecode" + (compiled.parts().isEmpty() ? "" : ", in part on the tape:"));
        compiled.parts().forEach(part -> out.println("  on the tape, " + part));
        compiled.kernels().forEach(kernel -> out.println("  on a kernel: " + kernel));
    }

    /** One line of a table for each function, with what it takes. */
    private static void functions(PrintStream out) {
        out.println("| function | arguments |");
        out.println("|---|---|");
        for (String name : new TreeSet<>(Library.names())) {
            boolean word = name.chars().allMatch(Character::isJavaIdentifierPart)
                    && !name.endsWith("_lupdf")
                    && !name.endsWith("_lupmf");
            if (word) {
                List<String> lists = Library.signatures(name).stream()
                        .map(signature -> signature.substring(name.length()).replace("|", "\\|"))
                        .toList();
                out.println("| `" + name + "` | " + String.join("; ", lists) + " |");
            }
        }
    }

    private static String count(int n, String word) {
        return n + " " + word + (n == 1 ? "" : "s");
    }

    private static void describe(StanModel model, PrintStream out) {
        for (Parameter parameter : model.tape().parameters()) {
            int[] dims = parameter.dims();
            out.println("  " + parameter.variable().type() + " "
                    + parameter.variable().name()
                    + (dims.length == 0 ? "" : Arrays.toString(dims))
                    + ": " + count(parameter.freeSize(), "free coordinate"));
        }
        int all = model.variables().stream().mapToInt(v -> v.size()).sum();
        out.println("  " + count(model.dimension(), "free coordinate") + " in all, " + count(all, "number")
                + " in the output");
    }

    private void gradient(StanModel model, PrintStream out) {
        double worst = 0;
        boolean rough = false;
        String where = "";
        for (int k = 0; k < POINTS; k++) {
            double[] z = GradientSpeed.pointOrFail(model, seed, k);
            FreeModel.Evaluator density = model.evaluator();
            double[] gradient = new double[z.length];
            double value = density.evaluate(z, gradient);
            for (int i = 0; i < z.length; i++) {
                double quotient = quotient(density, z, i, STEP);
                double scale = Math.max(Math.max(1, Math.abs(quotient)), 1e-6 * Math.abs(value));
                double error = Math.abs(gradient[i] - quotient) / scale;
                if (error > worst) {
                    worst = error;
                    where = model.freeNames().get(i);
                    // Differences that do not agree with each other say nothing about the gradient.
                    rough = error > WORST
                            && Math.abs(quotient(density, z, i, 1.7 * STEP) - quotient) > error * scale / 5;
                }
            }
        }
        boolean solver = model.compiled().parts().stream().anyMatch(part -> part.contains(CompiledProgram.SOLVER));
        String found = "as it should be";
        if (worst > WORST) {
            found = solver
                    ? "which may come from the tolerance of a solver: try a smaller one"
                    : rough
                            ? "but differences are too rough to tell: rounding is magnified, as by a matrix close to singular"
                            : "which is too much: the density may have a jump or a kink there";
        }
        out.printf(
                Locale.ROOT,
                "gradient: largest difference to central differences %.1e%s, %s%n",
                worst,
                where.isEmpty() ? "" : " (" + where + ")",
                found);
        out.printf(Locale.ROOT, "speed: %.3g µs for a gradient%n", GradientSpeed.microseconds(model, seed));
    }

    private static double quotient(FreeModel.Evaluator density, double[] z, int i, double relative) {
        double step = relative * Math.max(1, Math.abs(z[i]));
        double[] ignored = new double[z.length];
        double[] moved = z.clone();
        moved[i] = z[i] + step;
        double up = density.evaluate(moved, ignored);
        moved[i] = z[i] - step;
        return (up - density.evaluate(moved, ignored)) / (2 * step);
    }
}
