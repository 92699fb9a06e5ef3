package org.driftfield.stan.library;

import java.util.List;
import org.driftfield.stan.lang.Type;

/** A function that is applied to each number of anything. */
public final class UnaryRule implements Rule {
    private final Op op;
    private final boolean integers;

    /**
     * @param integers whether integers stay integers
     */
    public UnaryRule(Op op, boolean integers) {
        this.op = op;
        this.integers = integers;
    }

    @Override
    public Library.Resolved match(String name, List<Type> arguments) {
        if (arguments.size() != 1 || arguments.get(0).base() == Type.Base.VOID) {
            return null;
        }
        Type type = integers ? arguments.get(0) : Rule.real(arguments.get(0));
        return new Library.Resolved(name, List.of(type), type, op, null);
    }

    @Override
    public List<String> signatures(String name) {
        return List.of(name + "(a number, vector, row_vector, matrix, or array of these)");
    }
}
