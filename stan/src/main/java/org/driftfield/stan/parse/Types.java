package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.lang.Type.Base;
import org.driftfield.stan.tree.Expr;

/** Promotion: an integer may stand where a real is wanted, an array of integers where an array of reals is. */
final class Types {
    private Types() {}

    /** 0 for the same type, 1 for a promotion, -1 where it does not fit. */
    static int promotions(Type from, Type to) {
        if (from.equals(to)) {
            return 0;
        }
        return from.base() == Base.INT && to.base() == Base.REAL && from.arrays() == to.arrays() ? 1 : -1;
    }

    static boolean fits(Type from, Type to) {
        return promotions(from, to) >= 0;
    }

    /** The type both are promoted to, or null. */
    static Type common(Type a, Type b) {
        return fits(a, b) ? b : fits(b, a) ? a : null;
    }

    static boolean isScalar(Type type) {
        return type.equals(Type.INT) || type.equals(Type.REAL);
    }

    static List<Type> of(List<Expr> expressions) {
        List<Type> types = new ArrayList<>(expressions.size());
        for (Expr expression : expressions) {
            types.add(expression.type());
        }
        return types;
    }

    /** {@code (vector, real)}. */
    static String shown(List<Type> types) {
        return types.stream().map(Type::toString).collect(Collectors.joining(", ", "(", ")"));
    }

    static boolean allData(List<Expr> expressions) {
        for (Expr expression : expressions) {
            if (!expression.data()) {
                return false;
            }
        }
        return true;
    }
}
