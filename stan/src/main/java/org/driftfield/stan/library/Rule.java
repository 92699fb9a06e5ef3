package org.driftfield.stan.library;

import java.lang.reflect.Method;
import java.util.List;
import org.driftfield.stan.lang.Type;

/** Which argument lists a function takes, and what it is for each. */
public interface Rule {
    /** The function for these arguments, promoted where needed, or null where they do not fit. */
    Library.Resolved match(String name, List<Type> arguments);

    /** The argument lists in words. */
    List<String> signatures(String name);

    /** The static method that computes it for single numbers, its last argument taking the partial derivatives; or null. */
    default Method kernel() {
        return null;
    }

    /** Whether an argument of this type may stand where the other is asked for. */
    static boolean fits(Type argument, Type parameter) {
        return argument.equals(parameter)
                || (argument.base() == Type.Base.INT
                        && parameter.base() == Type.Base.REAL
                        && argument.arrays() == parameter.arrays());
    }

    /** This type with real numbers in place of integers. */
    static Type real(Type type) {
        return type.base() == Type.Base.INT ? new Type(Type.Base.REAL, type.arrays()) : type;
    }

    static boolean scalar(Type type) {
        return type.arrays() == 0 && (type.base() == Type.Base.INT || type.base() == Type.Base.REAL);
    }
}
