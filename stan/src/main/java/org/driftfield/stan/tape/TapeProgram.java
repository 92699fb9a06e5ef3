package org.driftfield.stan.tape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.driftfield.model.Variable.Range;
import org.driftfield.random.RandomStream;
import org.driftfield.random.StreamKeys;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tree.Constraint;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Position;
import org.driftfield.stan.tree.Program;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;

/** A program with its data: transformed data computed, sizes known, and every block ready to run. */
public final class TapeProgram {
    /** Where data come from. */
    @FunctionalInterface
    public interface Source {
        /** The value of a variable of the data block, of these sizes. */
        Arg value(Variable variable, int[] dims);
    }

    /** A variable that has draws: a parameter, a transformed parameter or a generated quantity. */
    public record Output(Variable variable, int[] dims, int size, Range range) {}

    private final Program program;
    private final Messages messages = new Messages();
    private final long patienceNanos;
    private final Map<Variable, Arg> constants = new LinkedHashMap<>();
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<Output> outputs = new ArrayList<>();
    private final int dimension;
    private final Map<Function, Routine> routines = new HashMap<>();
    private final Mutated mutated;
    private volatile FastFunction.Maker fast;

    final BlockCode transformed;
    final Action model;
    final BlockCode generated;

    private TapeProgram(Program program, Source source, long seed, long patienceNanos) {
        this.program = program;
        this.patienceNanos = patienceNanos;
        this.mutated = new Mutated(program);
        Machine scratch = machine();
        functions(scratch);
        data(source, seed);
        Expressions expressions = new Expressions(routines, constants, program.slots(), scratch);
        int at = 0;
        for (Stmt.Declare declare : program.parameters()) {
            Parameter parameter = new Parameter(declare, sizes(declare, expressions), at, expressions);
            Machine m = machine();
            m.start(false, program.slots());
            parameter.requireRoom(m);
            parameters.add(parameter);
            outputs.add(output(declare, parameter.dims(), expressions));
            at = Math.addExact(at, parameter.freeSize());
        }
        dimension = at;
        Statements statements = new Statements(expressions, mutated);
        transformed = new BlockCode(program.transformedParameters(), statements, expressions);
        model = statements.block(program.model());
        generated = new BlockCode(program.generatedQuantities(), statements, expressions);
        for (Stmt.Declare declare : transformed.declared()) {
            outputs.add(output(declare, sizes(declare, expressions), expressions));
        }
        for (Stmt.Declare declare : generated.declared()) {
            outputs.add(output(declare, sizes(declare, expressions), expressions));
        }
    }

    /**
     * Reads the data, checks them and computes what is derived from them.
     *
     * @param seed of what the transformed data draw
     * @param patienceNanos how long one evaluation, or the transformed data, may take
     * @throws ProgramError where the program can't be run on these data
     */
    public static TapeProgram of(Program program, Source source, long seed, long patienceNanos) {
        return new TapeProgram(program, source, seed, patienceNanos);
    }

    private Output output(Stmt.Declare declare, int[] dims, Expressions expressions) {
        return new Output(declare.variable(), dims, Machine.size(dims, declare.at()), range(declare, expressions));
    }

    /** The smallest interval that the declaration promises, as far as data tell. */
    private Range range(Stmt.Declare declare, Expressions expressions) {
        Constraint constraint = declare.constraint();
        if (constraint instanceof Constraint.Bounds bounds) {
            return new Range(
                    bounds.lower() == null || !bounds.lower().data()
                            ? Double.NEGATIVE_INFINITY
                            : least(bounds.lower(), 1, expressions),
                    bounds.upper() == null || !bounds.upper().data()
                            ? Double.POSITIVE_INFINITY
                            : -least(bounds.upper(), -1, expressions));
        }
        if (constraint instanceof Constraint.Structured structured) {
            return switch (structured) {
                case SIMPLEX, ROW_STOCHASTIC_MATRIX, COLUMN_STOCHASTIC_MATRIX -> new Range(0, 1);
                case UNIT_VECTOR, CORR_MATRIX, CHOLESKY_FACTOR_CORR -> new Range(-1, 1);
                case POSITIVE_ORDERED -> Range.POSITIVE;
                default -> Range.REAL;
            };
        }
        return Range.REAL;
    }

    /** The least of sign times the elements. */
    private double least(Expr bound, int sign, Expressions expressions) {
        Machine m = machine();
        m.start(false, program.slots());
        Arg value = expressions.of(bound).run(m);
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < value.size; i++) {
            least = Math.min(least, sign * value.value[value.at + i]);
        }
        return value.size == 0 ? Double.NEGATIVE_INFINITY : least;
    }

    private int[] sizes(Stmt.Declare declare, Expressions expressions) {
        Machine m = machine();
        m.start(false, program.slots());
        Code[] codes = expressions.all(declare.sizes()).toArray(Code[]::new);
        return Statements.sizes(m, declare.variable(), codes, declare.at());
    }

    private void functions(Machine scratch) {
        for (Function function : program.functions()) {
            if (function.body() != null) {
                Expressions expressions = new Expressions(routines, Map.of(), function.slots(), scratch);
                routines.computeIfAbsent(function, Routine::new).body =
                        new Statements(expressions, mutated).of(function.body());
            }
        }
    }

    private void data(Source source, long seed) {
        Machine m = machine();
        m.start(false, program.slots());
        // What is drawn in transformed data belongs to the data, whatever the seed of a fit.
        m.random = RandomStream.of(seed, 0, StreamKeys.STAN_DATA, 0);
        Expressions expressions = new Expressions(routines, Map.of(), program.slots(), machine());
        for (Stmt.Declare declare : program.data()) {
            Variable variable = declare.variable();
            Code[] codes = expressions.all(declare.sizes()).toArray(Code[]::new);
            int[] dims = Statements.sizes(m, variable, codes, declare.at());
            Machine.size(dims, declare.at());
            Arg value = source.value(variable, dims);
            m.stack[variable.slot()] = value;
            String fault = Checks.of(declare, expressions).fault(m, value);
            if (fault != null) {
                throw new ProgramError(declare.at(), "data: " + fault);
            }
            constants.put(variable, value);
        }
        BlockCode block = new BlockCode(program.transformedData(), new Statements(expressions, mutated), expressions);
        try {
            block.run(m);
        } catch (Rejection e) {
            throw new ProgramError(e);
        }
        for (Stmt.Declare declare : block.declared()) {
            constants.put(
                    declare.variable(),
                    Expressions.copy(m.stack[declare.variable().slot()]));
        }
    }

    /**
     * The value of a function of the user's for known arguments; null where it rejects them or can't be run.
     *
     * @param arguments as many as it has parameters
     */
    public Arg call(Function function, Arg[] arguments, Position where) {
        Machine m = machine();
        m.start(false, 0);
        try {
            return Expressions.copy(routines.get(function).call(m, where, arguments, 0));
        } catch (Rejection | ProgramError | StackOverflowError e) {
            return null;
        }
    }

    /**
     * A statement of the program by itself.
     *
     * @param function that it stands in; null for a block
     * @param inputs the variables it reads, except for data and transformed data in a block
     * @param outputs those it writes
     */
    public Part part(Stmt statement, Function function, List<Variable> inputs, List<Variable> outputs) {
        int slots = function == null ? program.slots() : function.slots();
        Map<Variable, Arg> known = function == null ? constants : Map.of();
        Expressions expressions = new Expressions(routines, known, slots, machine());
        return new Part(this, new Statements(expressions, mutated).of(statement), slots, inputs, outputs);
    }

    Machine machine() {
        return machine(messages::print);
    }

    private Machine machine(Consumer<String> prints) {
        return new Machine(prints, patienceNanos);
    }

    /** A machine that runs functions which solvers call in a faster form where there is one. */
    Machine fastMachine(Consumer<String> prints) {
        return new Machine(prints, patienceNanos, fast);
    }

    /** Says who makes a faster form of functions that solvers call. */
    public void speedUp(FastFunction.Maker maker) {
        fast = maker;
    }

    public Program program() {
        return program;
    }

    /** Prints and rejections of all workers so far. */
    public Messages messages() {
        return messages;
    }

    /** Data and transformed data. */
    public Map<Variable, Arg> constants() {
        return Map.copyOf(constants);
    }

    public List<Parameter> parameters() {
        return List.copyOf(parameters);
    }

    /** What there are draws of, in order of declaration. */
    public List<Output> outputs() {
        return List.copyOf(outputs);
    }

    /** The number of free coordinates. */
    public int dimension() {
        return dimension;
    }

    /** A fresh worker; each thread has its own. */
    public Worker worker() {
        return new Worker(this, machine());
    }

    /** The same, but functions that solvers call run in a faster form where there is one. */
    public Worker fastWorker() {
        return new Worker(this, fastMachine(messages::print));
    }
}
