package org.driftfield.stan.compile;

import java.util.List;
import java.util.stream.Stream;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.tape.Constraining;
import org.driftfield.stan.tape.Parameter;
import org.driftfield.stan.tape.TapeProgram;
import org.driftfield.stan.tree.Constraint;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Program;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;
import org.driftfield.transform.Bound;
import org.driftfield.transform.Transform;

/** From the blocks of a program to steps: parameters from the free coordinates, transformed parameters, model. */
final class Blocks {
    /**
     * How hard a compilation tries.
     *
     * @param track whether integers that depend on data alone are followed while compiling, with loops that change them written out;
     *     otherwise they are variables like others
     * @param rounds loops that can't be kept are written out up to so many rounds
     * @param lenient whether what can't be compiled is left to the tape
     */
    record Plan(boolean track, int rounds, boolean lenient) {
        private static final int FEW = 8;
        private static final int MANY = 400;

        /** From what gives the best code to what compiles the most. */
        static final List<Plan> ALL = List.of(
                new Plan(true, FEW, false),
                new Plan(false, FEW, false),
                new Plan(true, MANY, false),
                new Plan(false, MANY, false),
                new Plan(true, MANY, true),
                new Plan(false, MANY, true));
    }

    private final Build build = new Build();
    private final Statements statements;
    private final Expressions expressions;
    private final TapeProgram tape;

    private Blocks(TapeProgram tape, Plan plan) {
        this.tape = tape;
        this.statements = new Statements(build, tape, plan);
        this.expressions = statements.expressions();
    }

    /** All steps of a program; the free coordinates lie first among the variables. */
    static Build lower(TapeProgram tape) {
        Unsupported first = null;
        for (Plan plan : Plan.ALL) {
            try {
                return new Blocks(tape, plan).lower();
            } catch (Unsupported e) {
                first = first == null ? e : first;
                if (e.everywhere()) {
                    break;
                }
            }
        }
        throw first;
    }

    private Build lower() {
        Program program = tape.program();
        tape.constants().forEach((variable, value) -> build.values.put(variable, build.pool.constant(value)));
        build.place(tape.dimension());
        if (readsTarget(program)) {
            build.keepDensity();
        }
        tape.parameters().forEach(this::parameter);
        statements.all(program.transformedParameters());
        for (Stmt statement : program.transformedParameters()) {
            if (statement instanceof Stmt.Declare declare) {
                demand(declare);
            }
        }
        statements.all(program.model());
        build.close();
        return build;
    }

    private static boolean readsTarget(Program program) {
        return Stream.of(
                        program.transformedParameters().stream(),
                        program.model().stream(),
                        program.functions().stream().map(Function::body))
                .flatMap(statements -> statements)
                .anyMatch(statement -> Mentions.of(statement).readsTarget());
    }

    private void parameter(Parameter parameter) {
        Variable variable = parameter.variable();
        int[] dims = parameter.dims();
        Val free = build.stored(Type.REAL.array(1), new int[] {parameter.freeSize()}, parameter.freeAt(), true);
        if (parameter.bound() == Bound.NONE) {
            build.values.put(variable, free.as(variable.type(), dims));
            return;
        }
        Constraint constraint = parameter.declare().constraint();
        Num lower = parameter.bound() == Bound.LOWER ? plain(((Constraint.Bounds) constraint).lower()) : null;
        if (lower != null) {
            above(variable, dims, free, lower);
            return;
        }
        Arg[] args = new Arg[parameter.transform() != null ? 1 : 3];
        List<Step.Operand> operands = new java.util.ArrayList<>();
        operand(free, args, 0, operands);
        if (args.length > 1) {
            limits(constraint, args, operands);
        }
        Val out = expressions.calls().step(parameter.op(), operands, args, Type.VECTOR, true);
        int size = out.size() - 1;
        int at = out.piece().at().constant();
        build.values.put(variable, build.stored(variable.type(), dims, at, true));
        build.add(new Step.Term(out.at(Idx.of(size))));
    }

    /** A lower bound that is a finite number or depends on parameters, the same for all elements; null for others. */
    private Num plain(Expr bound) {
        Val val = expressions.of(bound);
        if (!val.isScalar()) {
            return null;
        }
        Num num = build.simple(val.number());
        return num instanceof Num.Const c && Double.isFinite(c.value()) ? num : null;
    }

    private void above(Variable variable, int[] dims, Val free, Num lower) {
        Val own = build.variable(variable, dims);
        int at = own.piece().at().constant();
        build.each(own.size(), k -> {
            Num y = free.at(k);
            build.add(new Step.Set(k.plus(at), Num.plus(lower, Num.apply(Scalar.EXP, y)), true, false));
            build.add(new Step.Term(y));
        });
    }

    private void limits(Constraint constraint, Arg[] args, List<Step.Operand> operands) {
        Expr first;
        Expr second;
        double otherwise = 0;
        if (constraint instanceof Constraint.Bounds bounds) {
            first = bounds.lower();
            second = bounds.upper();
        } else {
            Constraint.Affine affine = (Constraint.Affine) constraint;
            first = affine.offset();
            second = affine.multiplier();
            otherwise = 1;
        }
        operand(first == null ? Val.scalar(Type.REAL, Num.ZERO) : expressions.of(first), args, 1, operands);
        operand(second == null ? Val.scalar(Type.REAL, Num.of(otherwise)) : expressions.of(second), args, 2, operands);
    }

    private void operand(Val val, Arg[] args, int j, List<Step.Operand> operands) {
        Val solid = build.solid(val);
        Arg arg = new Arg(val.type());
        arg.dims = val.dims();
        arg.size = val.size();
        args[j] = arg;
        Val.Piece piece = solid.piece();
        operands.add(new Step.Operand(piece.data(), piece.at(), arg, piece.active()));
    }

    /** What the declaration of a transformed parameter demands. */
    private void demand(Stmt.Declare declare) {
        Val val = build.values.get(declare.variable());
        String name = declare.variable().name();
        if (declare.constraint() instanceof Constraint.Bounds bounds && val.size() > 0) {
            Val lower = bounds.lower() == null
                    ? Val.scalar(Type.REAL, Num.of(Double.NEGATIVE_INFINITY))
                    : expressions.of(bounds.lower());
            Val upper = bounds.upper() == null
                    ? Val.scalar(Type.REAL, Num.of(Double.POSITIVE_INFINITY))
                    : expressions.of(bounds.upper());
            build.each(
                    val.size(), k -> build.add(new Step.Demand(val.at(k), element(lower, k), element(upper, k), name)));
        } else if (declare.constraint() instanceof Constraint.Structured structured) {
            int arrays = declare.variable().type().arrays();
            int count = Constraining.count(val.dims(), arrays);
            if (count > 0 && val.piece() != null && !val.piece().data()) {
                Transform transform = Constraining.transform(structured, val.dims(), arrays);
                build.add(new Step.Verify(transform, val.piece().at().constant(), count, name));
            }
        }
    }

    private static Num element(Val val, Idx k) {
        return val.isScalar() ? val.number() : val.at(k);
    }
}
