package org.driftfield.stan.library;

import java.util.Collections;
import java.util.List;
import org.driftfield.stan.lang.Type;

/** A function of scalars of one type, with a result of one type. */
public final class ScalarRule implements Rule {
    private final Type result;
    private final Type parameter;
    private final int count;
    private final Op op;

    public ScalarRule(Type result, Type parameter, int count, Op op) {
        this.result = result;
        this.parameter = parameter;
        this.count = count;
        this.op = op;
    }

    @Override
    public Library.Resolved match(String name, List<Type> arguments) {
        if (arguments.size() != count) {
            return null;
        }
        for (Type argument : arguments) {
            if (!Rule.fits(argument, parameter)) {
                return null;
            }
        }
        return new Library.Resolved(name, Collections.nCopies(count, parameter), result, op, null);
    }

    @Override
    public List<String> signatures(String name) {
        return List.of(name + "(" + String.join(", ", Collections.nCopies(count, parameter.toString())) + ")");
    }
}
