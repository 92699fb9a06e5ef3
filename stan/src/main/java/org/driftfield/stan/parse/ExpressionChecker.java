package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.lang.Type.Base;
import org.driftfield.stan.parse.Syntax.Ex;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Position;
import org.driftfield.stan.tree.Subscript;

/** Gives expressions their types. */
final class ExpressionChecker {
    private final Context context;
    private final CallChecker calls;

    ExpressionChecker(Context context) {
        this.context = context;
        this.calls = new CallChecker(context, this);
    }

    CallChecker calls() {
        return calls;
    }

    /** Any expression with a value. */
    Expr check(Ex ex) {
        Expr result = any(ex);
        if (result.type().equals(Type.VOID)) {
            throw Problem.at(ex.at(), "this function returns nothing, so it cannot be part of an expression");
        }
        return result;
    }

    /** An expression that must be an integer. */
    Expr integer(Ex ex, String what) {
        Expr result = check(ex);
        if (!result.type().equals(Type.INT)) {
            throw Problem.at(ex.at(), "%s must be an int, found %s", what, result.type());
        }
        return result;
    }

    /** The condition of a branch or loop. */
    Expr condition(Ex ex) {
        Expr result = check(ex);
        if (!Types.isScalar(result.type())) {
            throw Problem.at(ex.at(), "a condition must be an int or a real, found %s", result.type());
        }
        return result;
    }

    List<Expr> all(List<Ex> list) {
        List<Expr> result = new ArrayList<>();
        for (Ex ex : list) {
            result.add(check(ex));
        }
        return result;
    }

    private Expr any(Ex ex) {
        if (ex instanceof Syntax.Num num) {
            return number(num);
        } else if (ex instanceof Syntax.Name name) {
            return new Expr.Read(
                    name.at(), context.scope().find(name.at(), name.name()).variable());
        } else if (ex instanceof Syntax.Call call) {
            return calls.call(call);
        } else if (ex instanceof Syntax.Unary unary) {
            Expr operand = check(unary.operand());
            return unary.sign().equals("u+") ? operand : calls.operator(unary.at(), unary.sign(), List.of(operand));
        } else if (ex instanceof Syntax.Binary binary) {
            return binary(binary);
        } else if (ex instanceof Syntax.Choice choice) {
            return choice(choice.at(), condition(choice.condition()), check(choice.yes()), check(choice.no()));
        } else if (ex instanceof Syntax.Index index) {
            return index(index);
        } else if (ex instanceof Syntax.ArrayLit array) {
            return array(array);
        } else if (ex instanceof Syntax.RowLit row) {
            return row(row);
        }
        throw Problem.at(ex.at(), "a text in quotes can only be printed");
    }

    private static Expr number(Syntax.Num num) {
        if (num.real()) {
            return new Expr.RealLiteral(num.at(), Double.parseDouble(num.text()));
        }
        try {
            return new Expr.IntLiteral(num.at(), Integer.parseInt(num.text()));
        } catch (NumberFormatException e) {
            throw Problem.at(
                    num.at(),
                    "an int is at most %d, found %s; write %s.0 for a real",
                    Integer.MAX_VALUE,
                    num.text(),
                    num.text());
        }
    }

    private Expr binary(Syntax.Binary binary) {
        if (binary.sign().equals("&&") || binary.sign().equals("||")) {
            return new Expr.Logical(
                    binary.at(), binary.sign().equals("&&"), condition(binary.left()), condition(binary.right()));
        }
        return calls.operator(binary.at(), binary.sign(), List.of(check(binary.left()), check(binary.right())));
    }

    Expr choice(Position at, Expr condition, Expr yes, Expr no) {
        Type type = Types.common(yes.type(), no.type());
        if (type == null) {
            throw Problem.at(at, "both results of '?:' must have one type, found %s and %s", yes.type(), no.type());
        }
        return new Expr.Choice(at, condition, yes, no, type, condition.data() && yes.data() && no.data());
    }

    private Expr index(Syntax.Index index) {
        Expr base = check(index.base());
        List<Subscript> subscripts = subscripts(index.subscripts());
        boolean data = base.data() && data(subscripts);
        return new Expr.Index(index.at(), base, subscripts, selected(index.at(), base.type(), subscripts), data);
    }

    List<Subscript> subscripts(List<Syntax.Sub> subs) {
        List<Subscript> result = new ArrayList<>();
        for (Syntax.Sub sub : subs) {
            if (sub.range()) {
                result.add(new Subscript.Range(
                        sub.from() == null ? null : integer(sub.from(), "the start of a range"),
                        sub.to() == null ? null : integer(sub.to(), "the end of a range")));
                continue;
            }
            Expr value = check(sub.from());
            if (value.type().equals(Type.INT)) {
                result.add(new Subscript.One(value));
            } else if (value.type().equals(Type.INT.array(1))) {
                result.add(new Subscript.Many(value));
            } else {
                throw Problem.at(
                        sub.from().at(), "a subscript must be an int or an array[] int, found %s", value.type());
            }
        }
        return result;
    }

    static boolean data(List<Subscript> subscripts) {
        for (Subscript subscript : subscripts) {
            boolean data;
            if (subscript instanceof Subscript.One one) {
                data = one.index().data();
            } else if (subscript instanceof Subscript.Many many) {
                data = many.indexes().data();
            } else {
                Subscript.Range range = (Subscript.Range) subscript;
                data = (range.from() == null || range.from().data())
                        && (range.to() == null || range.to().data());
            }
            if (!data) {
                return false;
            }
        }
        return true;
    }

    /** What subscripts leave of a type. */
    static Type selected(Position at, Type type, List<Subscript> subscripts) {
        if (subscripts.size() > type.dimensions()) {
            throw Problem.at(
                    at,
                    "%s takes at most %d %s, found %d",
                    type,
                    type.dimensions(),
                    type.dimensions() == 1 ? "subscript" : "subscripts",
                    subscripts.size());
        }
        int arrays = type.arrays();
        int outer = Math.min(arrays, subscripts.size());
        int left = arrays - count(subscripts.subList(0, outer));
        List<Subscript> inner = subscripts.subList(outer, subscripts.size());
        boolean firstGone = !inner.isEmpty() && inner.get(0) instanceof Subscript.One;
        boolean secondGone = inner.size() > 1 && inner.get(1) instanceof Subscript.One;
        Base base = switch (type.base()) {
            case VECTOR, ROW_VECTOR -> firstGone ? Base.REAL : type.base();
            case MATRIX ->
                firstGone ? (secondGone ? Base.REAL : Base.ROW_VECTOR) : (secondGone ? Base.VECTOR : Base.MATRIX);
            case INT, REAL, VOID -> type.base();
        };
        return new Type(base, left);
    }

    private static int count(List<Subscript> subscripts) {
        return (int) subscripts.stream().filter(s -> s instanceof Subscript.One).count();
    }

    private Expr array(Syntax.ArrayLit literal) {
        List<Expr> elements = all(literal.elements());
        if (elements.isEmpty()) {
            throw Problem.at(literal.at(), "an array literal needs at least one element");
        }
        Type type = elements.get(0).type();
        for (Expr element : elements) {
            Type common = Types.common(type, element.type());
            if (common == null) {
                throw Problem.at(
                        element.at(),
                        "the elements of an array must have one type, found %s and %s",
                        type,
                        element.type());
            }
            type = common;
        }
        return new Expr.ArrayLiteral(literal.at(), elements, type.array(1), Types.allData(elements));
    }

    private Expr row(Syntax.RowLit literal) {
        List<Expr> elements = all(literal.elements());
        boolean scalars = elements.stream().allMatch(e -> Types.isScalar(e.type()));
        boolean rows = elements.stream().allMatch(e -> e.type().equals(Type.ROW_VECTOR));
        if (!scalars && !rows) {
            throw Problem.at(
                    literal.at(),
                    "a list in brackets holds numbers (a row_vector) or row_vectors (a matrix), found %s",
                    Types.shown(Types.of(elements)));
        }
        return new Expr.RowLiteral(
                literal.at(), elements, scalars ? Type.ROW_VECTOR : Type.MATRIX, Types.allData(elements));
    }
}
