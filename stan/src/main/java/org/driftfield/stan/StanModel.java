package org.driftfield.stan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.InputException;
import org.driftfield.model.FreeModel;
import org.driftfield.model.Variable;
import org.driftfield.stan.compile.CompiledProgram;
import org.driftfield.stan.data.StanData;
import org.driftfield.stan.lang.DeepStack;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tape.Messages;
import org.driftfield.stan.tape.Parameter;
import org.driftfield.stan.tape.ProgramError;
import org.driftfield.stan.tape.TapeProgram;
import org.driftfield.stan.tape.Worker;
import org.driftfield.stan.tree.Program;
import org.driftfield.transform.Transform;

/** A program with its data. All terms of the density are kept, constants too, whichever way the program adds them. */
public final class StanModel implements FreeModel {
    private final TapeProgram tape;
    private final List<Variable> variables = new ArrayList<>();
    private final List<String> freeNames = new ArrayList<>();
    private final Map<String, int[]> coordinates = new LinkedHashMap<>();
    private final String fingerprint;
    private CompiledProgram compiled;

    private StanModel(TapeProgram tape, String fingerprint) {
        this.tape = tape;
        this.fingerprint = fingerprint;
        for (TapeProgram.Output output : tape.outputs()) {
            variables.add(variable(output));
        }
        for (Parameter parameter : tape.parameters()) {
            name(parameter);
        }
    }

    static StanModel of(Program program, String text, StanData data, long seed, Duration patience) {
        try {
            TapeProgram tape = DeepStack.call(() -> TapeProgram.of(
                    program, (v, dims) -> data.value(v.name(), v.type(), dims), seed, patience.toNanos()));
            String fingerprint = program.name() + "/" + Integer.toHexString(text.hashCode()) + "/"
                    + Long.toHexString(data.fingerprint()) + (seed == 0 ? "" : "/" + seed);
            return new StanModel(tape, fingerprint);
        } catch (ProgramError e) {
            throw new InputException(e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new InputException(program.name() + ": functions call each other too deep", e);
        } catch (OutOfMemoryError e) {
            throw new InputException(program.name() + ": the variables do not fit into memory", e);
        }
    }

    private static Variable variable(TapeProgram.Output output) {
        Variable.Role role = switch (output.variable().origin()) {
            case PARAMETER -> Variable.Role.PARAMETER;
            case TRANSFORMED_PARAMETER -> Variable.Role.TRANSFORMED;
            default -> Variable.Role.GENERATED;
        };
        List<Variable.Dimension> dimensions = new ArrayList<>();
        int[] dims = output.dims();
        for (int d = 0; d < dims.length; d++) {
            dimensions.add(new Variable.Dimension(output.variable().name() + "_dim_" + d, dims[d], List.of()));
        }
        return new Variable(output.variable().name(), dimensions, output.range(), role);
    }

    /** Gives the free coordinates of a parameter their names: those of its elements where each has its own. */
    private void name(Parameter parameter) {
        String name = parameter.variable().name();
        int[] all = new int[parameter.freeSize()];
        for (int i = 0; i < all.length; i++) {
            all[i] = parameter.freeAt() + i;
        }
        coordinates.put(name, all);
        Variable variable = variables.stream()
                .filter(v -> v.name().equals(name))
                .findFirst()
                .orElseThrow();
        int[] dims = parameter.dims();
        Transform transform = parameter.transform();
        if (transform != null) {
            for (int i = 0; i < all.length; i++) {
                freeNames.add(name + "~" + (i + 1));
            }
            List<String> names = variable.elementNames();
            for (int e = 0; e < names.size() && dims.length > 0; e++) {
                int part = e / transform.size();
                int[] own = new int[transform.freeSize()];
                for (int i = 0; i < own.length; i++) {
                    own[i] = parameter.freeAt() + part * own.length + i;
                }
                coordinates.put(names.get(e), own);
            }
            return;
        }
        String[] byPlace = new String[all.length];
        List<String> names = variable.elementNames();
        boolean matrix = parameter.variable().type().base() == Type.Base.MATRIX;
        int rows = matrix ? dims[dims.length - 2] : 1;
        int columns = matrix ? dims[dims.length - 1] : 1;
        int block = rows * columns;
        for (int e = 0; e < names.size(); e++) {
            int within = e % block;
            int place = e - within + (within % columns) * rows + within / columns;
            byPlace[place] = names.get(e);
            coordinates.put(names.get(e), new int[] {parameter.freeAt() + place});
        }
        freeNames.addAll(List.of(byPlace));
    }

    @Override
    public int dimension() {
        return tape.dimension();
    }

    @Override
    public List<String> freeNames() {
        return List.copyOf(freeNames);
    }

    @Override
    public int[] coordinates(String name) {
        int[] found = coordinates.get(name);
        InputException.require(
                found != null,
                "no parameter '%s' in %s; it has %s",
                name,
                tape.program().name(),
                String.join(
                        ", ",
                        tape.parameters().stream().map(p -> p.variable().name()).toList()));
        return found.clone();
    }

    /** The program as bytecode, compiled when it is first needed. */
    public synchronized CompiledProgram compiled() {
        if (compiled == null) {
            compiled = DeepStack.call(() -> CompiledProgram.of(tape));
        }
        return compiled;
    }

    /**
     * What an evaluation at a point takes: the numbers that it computes, and the data it may read. The same on every machine, as a
     * time is not.
     */
    public long work(double[] z) {
        Worker worker = tape.worker().quiet();
        try {
            DeepStack.call(() -> worker.evaluate(z, new double[z.length]));
        } catch (ProgramError e) {
            throw new InputException(e.getMessage(), e);
        }
        long read = 0;
        for (Arg value : tape.constants().values()) {
            read += value.size;
        }
        return worker.computed() + read;
    }

    @Override
    public Evaluator evaluator() {
        Evaluator compiled = compiled().evaluator();
        return (z, gradient) -> {
            try {
                return compiled.evaluate(z, gradient);
            } catch (ProgramError e) {
                throw new InputException(e.getMessage(), e);
            } catch (StackOverflowError e) {
                throw new InputException(tape.program().name() + ": functions call each other too deep", e);
            }
        };
    }

    @Override
    public List<Variable> variables() {
        return List.copyOf(variables);
    }

    @Override
    public Writer writer() {
        compiled();
        Worker worker = tape.fastWorker();
        return (z, zAt, random, out, outAt) -> {
            try {
                worker.write(z, zAt, random, out, outAt);
            } catch (ProgramError e) {
                throw new InputException(e.getMessage(), e);
            }
        };
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    /** What the program printed and why it rejected, so far. */
    public Messages messages() {
        return tape.messages();
    }

    /** The program, for those who run it in another way. */
    public TapeProgram tape() {
        return tape;
    }
}
