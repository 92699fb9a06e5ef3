package org.driftfield.stan.compile;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.DomainException;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.library.Op;
import org.driftfield.stan.tree.Expr;

/** Functions of the library: written out where they are plain, called on whole values where they are not. */
final class LibraryCalls {
    private static final double[] MARK = {0};

    private final Build build;
    private final Densities densities;

    LibraryCalls(Build build) {
        this.build = build;
        this.densities = new Densities(build);
    }

    Densities densities() {
        return densities;
    }

    Val call(Expr.Call call, List<Val> arguments) {
        Library.Resolved function = call.function();
        if (function.op() == null) {
            throw Val.unsupported(call, "a draw");
        }
        Val plain = plain(function, arguments);
        if (plain != null) {
            return plain;
        }
        Optional<Method> kernel = densities.kernel(function, arguments);
        if (kernel.isPresent()) {
            return Val.scalar(Type.REAL, densities.value(function.name(), kernel.get(), arguments));
        }
        Val structure = structure(function, arguments);
        return structure != null ? structure : whole(call, function.op(), arguments, function.result());
    }

    /** Functions of numbers, also element by element. */
    private Val plain(Library.Resolved function, List<Val> arguments) {
        String name = function.name();
        boolean integers = function.result().equals(Type.INT)
                && arguments.stream().allMatch(a -> a.type().equals(Type.INT));
        Scalar scalar = switch (name) {
            case "/", "divide", "%/%" -> integers ? Scalar.QUOTIENT : Scalar.named(name, arguments.size());
            case "%", "modulus" -> Scalar.REMAINDER;
            default -> Scalar.named(name, arguments.size());
        };
        if (scalar == null) {
            return null;
        }
        if (arguments.stream().allMatch(Val::isScalar)) {
            Num[] numbers = arguments.stream().map(Val::number).toArray(Num[]::new);
            return Val.scalar(function.result(), Num.apply(scalar, numbers));
        }
        boolean product = scalar == Scalar.TIMES && (name.equals("*") || name.equals("multiply"));
        boolean quotient = scalar == Scalar.DIVIDE && (name.equals("/") || name.equals("divide"));
        long containers = arguments.stream().filter(a -> !a.isScalar()).count();
        if ((product || quotient)
                && (containers > 1 || (quotient && !arguments.get(1).isScalar()))) {
            return null;
        }
        int[] dims = null;
        List<Val> parts = new ArrayList<>();
        for (Val argument : arguments) {
            if (argument.isScalar()) {
                parts.add(Val.scalar(argument.type(), build.simple(argument.number())));
                continue;
            }
            if (dims != null && !Arrays.equals(dims, argument.dims())) {
                throw new Unsupported("sizes that do not agree");
            }
            dims = argument.dims();
            parts.add(argument);
        }
        return Val.lazy(
                function.result(),
                dims,
                k -> Num.apply(scalar, parts.stream().map(p -> p.at(k)).toArray(Num[]::new)));
    }

    /** Functions that move numbers about, sums and products. */
    private Val structure(Library.Resolved function, List<Val> a) {
        Type result = function.result();
        Val first = a.isEmpty() ? null : a.get(0);
        switch (function.name()) {
            case "rep_vector", "rep_row_vector", "rep_matrix", "rep_array" -> {
                if (!first.isScalar()) {
                    return null;
                }
                int[] dims = a.stream().skip(1).mapToInt(this::size).toArray();
                Num one = build.simple(first.number());
                return Val.lazy(result, dims, k -> one);
            }
            case "to_vector", "to_row_vector", "to_array_1d" -> {
                boolean array = first.type().arrays() > 0 && first.type().base() == Type.Base.MATRIX;
                return a.size() == 1 && !array ? first.as(result, first.size()) : null;
            }
            case "'", "transpose" -> {
                return first.type().equals(Type.MATRIX) ? null : first.as(result, first.dims());
            }
            case "sum" -> {
                return Val.scalar(result, build.sum(first.size(), first::at));
            }
            case "mean" -> {
                if (first.size() == 0) {
                    return null;
                }
                Num sum = build.sum(first.size(), first::at);
                return Val.scalar(result, Num.apply(Scalar.DIVIDE, sum, Num.of(first.size())));
            }
            case "dot_self" -> {
                Val solid = build.solid(first);
                return Val.scalar(result, build.sum(first.size(), k -> Num.apply(Scalar.SQUARE, solid.at(k))));
            }
            case "dot_product" -> {
                return dot(a, result);
            }
            case "*", "multiply" -> {
                if (first.type().equals(Type.ROW_VECTOR) && a.get(1).type().equals(Type.VECTOR)) {
                    return dot(a, result);
                }
                return matrixTimesVector(a, result);
            }
            case "size", "num_elements", "rows", "cols" -> {
                return Val.scalar(result, Num.of(extent(function.name(), first)));
            }
            default -> {
                return null;
            }
        }
    }

    private static int extent(String name, Val val) {
        int[] dims = val.dims();
        int last = dims.length - 1;
        boolean matrix = val.type().base() == Type.Base.MATRIX;
        return switch (name) {
            case "num_elements" -> val.size();
            case "size" -> val.type().arrays() > 0 ? dims[0] : val.size();
            case "rows" -> matrix ? dims[last - 1] : val.type().base() == Type.Base.ROW_VECTOR ? 1 : dims[last];
            default -> matrix || val.type().base() == Type.Base.ROW_VECTOR ? dims[last] : 1;
        };
    }

    private int size(Val val) {
        Idx index = val.index(Idx.of(0));
        if (!index.isConstant() || index.constant() < 0) {
            throw new Unsupported("a size that is not known before");
        }
        return index.constant();
    }

    private Val dot(List<Val> a, Type result) {
        Val x = a.get(0);
        Val y = a.get(1);
        if (x.size() != y.size()) {
            throw new Unsupported("sizes that do not agree");
        }
        Val rows = rowTimes(x, y);
        return rows != null ? rows : Val.scalar(result, build.sum(x.size(), k -> Num.times(x.at(k), y.at(k))));
    }

    /** A row of data that a loop runs over, times a vector that stays the same: all rows at once, before the loop. */
    private Val rowTimes(Val x, Val y) {
        boolean first = x.row() != null;
        Val row = first ? x : y;
        Val vector = first ? y : x;
        if (row.row() == null
                || vector.piece() == null
                || vector.piece().data()
                || !vector.piece().at().isConstant()) {
            return null;
        }
        Num head = new Num.Load(vector.piece().at(), vector.piece().active());
        Build.Around loop = build.innermost();
        if (loop == null || vector.size() == 0 || !build.unchanged(head, loop)) {
            return null;
        }
        Val products = build.before(head, () -> product(row.row().matrix(), vector));
        return Val.scalar(Type.REAL, products.at(row.row().index()));
    }

    private Val matrixTimesVector(List<Val> a, Type result) {
        Val x = a.get(0);
        Val y = a.get(1);
        if (!x.type().equals(Type.MATRIX)
                || !y.type().equals(Type.VECTOR)
                || x.constant() == null
                || y.constant() != null) {
            return null;
        }
        if (x.dims()[1] != y.size()) {
            throw new Unsupported("sizes that do not agree");
        }
        Val vector = build.solid(y);
        return vector.piece().data() ? null : product(x.constant(), vector).as(result, x.dims()[0]);
    }

    private Val product(Arg matrix, Val vector) {
        int rows = matrix.dims[0];
        int columns = matrix.dims[1];
        double[] numbers =
                matrix.at == 0 ? matrix.value : Arrays.copyOfRange(matrix.value, matrix.at, matrix.at + matrix.size);
        int[] all = new int[columns];
        Arrays.setAll(all, j -> j);
        int at = build.place(rows);
        boolean active = vector.piece().active();
        build.add(new Step.Product(numbers, all, rows, vector.piece().at(), active, at, build.inLoop()));
        return build.stored(Type.VECTOR, new int[] {rows}, at, active);
    }

    /** Any other function: on whole values, by what the library has. */
    private Val whole(Expr expr, Op op, List<Val> arguments, Type result) {
        boolean known = arguments.stream().allMatch(a -> a.constant() != null);
        List<Step.Operand> operands = new ArrayList<>();
        Arg[] args = new Arg[arguments.size()];
        boolean active = false;
        for (int j = 0; j < args.length; j++) {
            Val val = arguments.get(j);
            if (val.type().base() == Type.Base.INT && val.constant() == null) {
                throw Val.unsupported(expr, "an integer that is not known before");
            }
            Val solid = known ? val : build.solid(val);
            Arg arg = new Arg(val.type());
            arg.dims = val.dims();
            arg.size = val.size();
            arg.value = val.constant() != null ? val.constant().value : new double[Math.max(1, val.size())];
            arg.at = val.constant() != null ? val.constant().at : 0;
            args[j] = arg;
            if (!known) {
                Val.Piece piece = solid.piece();
                arg.adjoint = piece.active() ? MARK : null;
                active |= piece.active();
                operands.add(new Step.Operand(piece.data(), piece.at(), arg, piece.active()));
            }
        }
        return known ? computed(expr, op, args, result) : step(op, operands, args, result, active);
    }

    private Val computed(Expr expr, Op op, Arg[] args, Type result) {
        try {
            int[] dims = op.dims(args);
            Arg out = Arg.constant(result, new double[Arrays.stream(dims).reduce(1, Math::multiplyExact)], dims);
            op.forward(args, out, new double[op.workspace(args)], 0);
            return build.pool.constant(out);
        } catch (DomainException e) {
            throw Val.unsupported(expr, e.getMessage());
        }
    }

    Val step(Op op, List<Step.Operand> operands, Arg[] args, Type result, boolean anyActive) {
        boolean active = anyActive && result.base() != Type.Base.INT;
        int[] dims;
        int work;
        try {
            dims = op.dims(args);
            work = op.workspace(args);
        } catch (DomainException e) {
            throw new Unsupported(e.getMessage());
        }
        int n = Arrays.stream(dims).reduce(1, Math::multiplyExact);
        int at = build.place(n);
        int workAt = build.place(work);
        Arg out = new Arg(result);
        out.dims = dims;
        out.size = n;
        Step.Operand place = new Step.Operand(false, Idx.of(at), out, active);
        build.add(new Step.Call(op, operands, place, workAt, build.once(), build.inLoop()));
        return build.stored(result, dims, at, active);
    }
}
