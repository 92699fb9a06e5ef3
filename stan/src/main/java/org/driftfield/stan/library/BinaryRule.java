package org.driftfield.stan.library;

import java.util.List;
import org.driftfield.stan.lang.Type;

/** A function of two arguments that are applied pair by pair: equal containers, or a scalar with anything. */
public final class BinaryRule implements Rule {
    private final Op op;
    private final boolean firstInteger;
    private final boolean secondInteger;

    /**
     * @param firstInteger whether the first argument holds integers and stays so
     * @param secondInteger whether the second does
     */
    public BinaryRule(Op op, boolean firstInteger, boolean secondInteger) {
        this.op = op;
        this.firstInteger = firstInteger;
        this.secondInteger = secondInteger;
    }

    @Override
    public Library.Resolved match(String name, List<Type> arguments) {
        if (arguments.size() != 2) {
            return null;
        }
        Type a = arguments.get(0);
        Type b = arguments.get(1);
        if (a.base() == Type.Base.VOID
                || b.base() == Type.Base.VOID
                || (firstInteger && a.base() != Type.Base.INT)
                || (secondInteger && b.base() != Type.Base.INT)) {
            return null;
        }
        Type x = Rule.real(a);
        Type y = Rule.real(b);
        if (!Rule.scalar(x) && !Rule.scalar(y) && !x.equals(y) && !partners(a, b)) {
            return null;
        }
        Type result = Rule.scalar(x) || (firstInteger && !Rule.scalar(y)) ? y : x;
        return new Library.Resolved(name, List.of(firstInteger ? a : x, secondInteger ? b : y), result, op, null);
    }

    /** Integers come in arrays also where the real numbers beside them lie in a vector. */
    private boolean partners(Type a, Type b) {
        return (firstInteger || secondInteger)
                && a.dimensions() == b.dimensions()
                && a.base() != Type.Base.MATRIX
                && b.base() != Type.Base.MATRIX;
    }

    @Override
    public List<String> signatures(String name) {
        String first = firstInteger ? "integers" : "a number or container";
        String second = secondInteger ? "integers" : "a number or container";
        return List.of(name + "(" + first + ", " + second + "), of the same shape or one of them a single number");
    }
}
