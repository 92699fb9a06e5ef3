package org.driftfield.stan.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.HigherOrder;
import org.driftfield.stan.tree.Subscript;

/** From expressions of the tree to values. */
final class Expressions {
    /** Runs a function of the user's. */
    interface Inliner {
        Val call(Function function, List<Val> arguments, Expr at);
    }

    private final Build build;
    private final LibraryCalls calls;
    private final Inliner inliner;

    Expressions(Build build, Inliner inliner) {
        this.build = build;
        this.calls = new LibraryCalls(build);
        this.inliner = inliner;
    }

    LibraryCalls calls() {
        return calls;
    }

    Val of(Expr expr) {
        Val val = any(expr);
        boolean known = expr.data() && (val.isScalar() || !(expr instanceof Expr.Read));
        return known ? build.frozen(val) : val;
    }

    List<Val> all(List<Expr> exprs) {
        List<Val> list = new ArrayList<>();
        for (Expr expr : exprs) {
            list.add(of(expr));
        }
        return list;
    }

    Num number(Expr expr) {
        return of(expr).number();
    }

    Idx index(Expr expr) {
        return of(expr).index(Idx.of(0));
    }

    /** A size, which must be known. */
    int known(Expr expr) {
        Idx index = index(expr);
        if (!index.isConstant()) {
            throw Val.unsupported(expr, "a size that is not known before");
        }
        return index.constant();
    }

    private Val any(Expr expr) {
        if (expr instanceof Expr.IntLiteral literal) {
            return Val.scalar(Type.INT, Num.of(literal.value()));
        } else if (expr instanceof Expr.RealLiteral literal) {
            return Val.scalar(Type.REAL, Num.of(literal.value()));
        } else if (expr instanceof Expr.Read read) {
            Val val = build.values.get(read.variable());
            if (val == null) {
                throw Val.unsupported(expr, "a variable without a value");
            }
            return val;
        } else if (expr instanceof Expr.Index index) {
            return select(of(index.base()), index.subscripts(), index.type());
        } else if (expr instanceof Expr.Call call) {
            Val slice = sumOfSlice(call);
            return slice != null ? slice : calls.call(call, all(call.arguments()));
        } else if (expr instanceof Expr.UserCall call) {
            return inliner.call(call.function(), all(call.arguments()), call);
        } else if (expr instanceof Expr.Logical logical) {
            return logical(logical);
        } else if (expr instanceof Expr.Choice choice) {
            return choice(choice);
        } else if (expr instanceof Expr.ArrayLiteral array) {
            return literal(all(array.elements()), array.type(), false);
        } else if (expr instanceof Expr.RowLiteral row) {
            return literal(all(row.elements()), row.type(), row.type().equals(Type.MATRIX));
        }
        if (expr instanceof Expr.HigherCall call
                && (call.function() == HigherOrder.REDUCE_SUM || call.function() == HigherOrder.REDUCE_SUM_STATIC)) {
            return reduceSum(call);
        }
        if (expr instanceof Expr.HigherCall call && call.function() == HigherOrder.MAP_RECT) {
            return mapRect(call);
        }
        if (expr instanceof Expr.HigherCall call) {
            throw Val.unsupported(expr, CompiledProgram.SOLVER + call.function().word());
        }
        return Val.scalar(Type.REAL, build.density());
    }

    /** The results of all shards end to end. */
    private Val mapRect(Expr.HigherCall call) {
        List<Val> given = all(call.arguments());
        int shards = given.get(1).dims()[0];
        List<Val> results = new ArrayList<>();
        for (int k = 0; k < shards; k++) {
            List<Val> handed = new ArrayList<>(List.of(given.get(0)));
            for (Val all : given.subList(1, given.size())) {
                int[] dims = Arrays.copyOfRange(all.dims(), 1, all.dims().length);
                Idx start = Idx.of(k * (all.size() / shards));
                handed.add(build.frozen(Val.lazy(all.type().array(-1), dims, e -> all.at(start.plus(e)))));
            }
            results.add(inliner.call(call.called(), handed, call));
        }
        int n = results.stream().mapToInt(Val::size).sum();
        int at = build.place(n);
        int next = at;
        for (Val result : results) {
            int to = next;
            build.each(
                    result.size(),
                    k -> build.add(new Step.Set(k.plus(to), result.at(k), true, build.overwrites(k.plus(to)))));
            next += result.size();
        }
        return build.stored(Type.VECTOR, new int[] {n}, at, true);
    }

    /** {@code sum(x[from:to])} of a slice whose length the compiler does not know; null for all else. */
    private Val sumOfSlice(Expr.Call call) {
        if (!call.function().name().equals("sum")
                || !(call.arguments().get(0) instanceof Expr.Index index)
                || index.subscripts().size() != 1
                || !(index.subscripts().get(0) instanceof Subscript.Range range)
                || range.from() == null
                || range.to() == null) {
            return null;
        }
        Val base = of(index.base());
        Idx from = index(range.from());
        Idx to = index(range.to());
        if (base.dims().length != 1 || to.minus(from).isConstant()) {
            return null;
        }
        return Val.scalar(
                call.type(),
                build.sum(from, to, k -> base.at(k.within(base.dims()[0]).plus(-1))));
    }

    /** The sum over slices as the sum over one: all of them. */
    private Val reduceSum(Expr.HigherCall call) {
        List<Val> given = all(call.arguments());
        int n = given.get(0).dims()[0];
        if (n == 0) {
            return Val.scalar(Type.REAL, Num.ZERO);
        }
        List<Val> handed = new ArrayList<>();
        handed.add(given.get(0));
        handed.add(Val.scalar(Type.INT, Num.ONE));
        handed.add(Val.scalar(Type.INT, Num.of(n)));
        handed.addAll(given.subList(2, given.size()));
        return inliner.call(call.called(), handed, call);
    }

    private Val logical(Expr.Logical logical) {
        Num left = number(logical.left());
        if (left instanceof Num.Const c && (c.value() != 0) != logical.and()) {
            return Val.scalar(Type.INT, Num.of(logical.and() ? 0 : 1));
        }
        Num[] right = new Num[1];
        List<Step> steps = build.apart(() -> right[0] = number(logical.right()));
        if (!steps.isEmpty()) {
            throw Val.unsupported(logical, "a condition with loops inside");
        }
        Num second = Num.apply(Scalar.UNEQUAL, right[0], Num.ZERO);
        if (left instanceof Num.Const) {
            return Val.scalar(Type.INT, second);
        }
        return Val.scalar(
                Type.INT,
                logical.and() ? new Num.Choice(left, second, Num.ZERO) : new Num.Choice(left, Num.ONE, second));
    }

    private Val choice(Expr.Choice choice) {
        Num test = number(choice.condition());
        if (test instanceof Num.Const c) {
            Val chosen = of(c.value() != 0 ? choice.yes() : choice.no());
            return chosen.as(choice.type(), chosen.dims());
        }
        Val[] sides = new Val[2];
        List<Step> steps = build.apart(() -> {
            sides[0] = of(choice.yes());
            sides[1] = of(choice.no());
        });
        if (!steps.isEmpty() || !Arrays.equals(sides[0].dims(), sides[1].dims())) {
            throw Val.unsupported(choice, "a choice between values that take steps");
        }
        return Val.lazy(choice.type(), sides[0].dims(), k -> new Num.Choice(test, sides[0].at(k), sides[1].at(k)));
    }

    private Val literal(List<Val> elements, Type type, boolean rows) {
        int n = elements.size();
        int[] inner = n == 0 ? new int[0] : elements.get(0).dims();
        int each = n == 0 ? 0 : elements.get(0).size();
        for (Val element : elements) {
            if (!Arrays.equals(element.dims(), inner)) {
                throw new Unsupported("a list of values of different sizes");
            }
        }
        int[] dims = new int[inner.length + 1];
        dims[0] = n;
        System.arraycopy(inner, 0, dims, 1, inner.length);
        int at = build.place(n * each);
        boolean active = false;
        boolean known = elements.stream().allMatch(e -> e.constant() != null);
        double[] numbers = new double[n * each];
        for (int i = 0; i < n; i++) {
            Val element = elements.get(i);
            for (int k = 0; k < each; k++) {
                int to = rows ? i + k * n : i * each + k;
                if (known) {
                    numbers[to] = element.constant().get(k);
                    continue;
                }
                Num num = element.at(Idx.of(k));
                active |= num.active();
                build.add(new Step.Set(Idx.of(at + to), num, num.active(), build.inLoop()));
            }
        }
        return known
                ? build.pool.constant(org.driftfield.stan.library.Arg.constant(type, numbers, dims))
                : build.stored(type, dims, at, active);
    }

    /** What subscripts select of a value. */
    Val select(Val base, List<Subscript> subscripts, Type result) {
        Selection selection = selection(base, subscripts, result);
        Idx start = selection.start();
        Val.Piece piece = base.piece();
        Val.Row row = row(base, subscripts);
        Val.Piece own = piece == null || start == null
                ? null
                : new Val.Piece(piece.data(), piece.at().plus(start), piece.active());
        if (own == null && start != null && base.constant() != null) {
            own = new Val.Piece(true, start.plus(build.pool.place(base.constant())), false);
        }
        Val picked = new Val(
                result,
                selection.dims(),
                k -> base.at(start != null ? start.plus(k) : selection.base(k)),
                own,
                null,
                row);
        boolean fixed = base.constant() != null && selection.base(Idx.of(0)).isConstant();
        return fixed ? build.frozen(picked) : picked;
    }

    /** The row of a matrix of data, where it is one. */
    private Val.Row row(Val base, List<Subscript> subscripts) {
        boolean all = subscripts.size() == 1
                || (subscripts.size() == 2
                        && subscripts.get(1) instanceof Subscript.Range range
                        && range.from() == null
                        && range.to() == null);
        if (base.constant() == null
                || !base.type().equals(Type.MATRIX)
                || !all
                || !(subscripts.get(0) instanceof Subscript.One one)) {
            return null;
        }
        Idx index = index(one.index()).within(base.dims()[0]).plus(-1);
        return index.isConstant() ? null : new Val.Row(base.constant(), index);
    }

    Selection selection(Val base, List<Subscript> subscripts, Type result) {
        List<Selection.Selector> selectors = new ArrayList<>();
        for (int i = 0; i < base.dims().length; i++) {
            selectors.add(selector(
                    base.dims()[i], i < subscripts.size() ? subscripts.get(i) : new Subscript.Range(null, null)));
        }
        return new Selection(base.type(), base.dims(), selectors, result);
    }

    private Selection.Selector selector(int extent, Subscript subscript) {
        if (subscript instanceof Subscript.One one) {
            Idx index = index(one.index()).within(extent).plus(-1);
            return new Selection.Selector(1, k -> index, false, null);
        }
        if (subscript instanceof Subscript.Many many) {
            Val indexes = of(many.indexes());
            return new Selection.Selector(
                    indexes.size(), k -> indexes.index(k).within(extent).plus(-1), true, null);
        }
        Subscript.Range range = (Subscript.Range) subscript;
        Idx from = range.from() == null ? Idx.of(1) : index(range.from());
        Idx to = range.to() == null ? Idx.of(extent) : index(range.to());
        Idx length = to.minus(from).plus(1);
        if (!length.isConstant()) {
            throw new Unsupported("a slice whose length is not known before");
        }
        int n = Math.max(0, length.constant());
        if (n > 0) {
            from = from.within(extent);
            to.within(extent);
            if (to.high() > extent) {
                from = from.within(extent - n + 1);
            }
        }
        Idx first = from.plus(-1);
        return new Selection.Selector(n, first::plus, true, first);
    }
}
