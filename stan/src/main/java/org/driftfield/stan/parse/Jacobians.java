package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Position;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;

/**
 * {@code simplex_jacobian(y)} and the like, as functions of the program: they add the log Jacobian and return what {@code
 * simplex_constrain(y)} does.
 */
final class Jacobians {
    private static final String ENDING = "_jacobian";

    private Jacobians() {}

    private static String base(String name) {
        return name.substring(0, name.length() - ENDING.length());
    }

    static boolean knows(String name) {
        return name.endsWith(ENDING) && Library.knows(base(name) + "_constrain");
    }

    /** The function for arguments of these types, made when first asked for. */
    static Function of(Position at, String name, List<Type> types, UserFunctions functions) {
        Function known = functions.exact(name, types);
        if (known != null) {
            return known;
        }
        Library.Resolved constrain = find(at, name, base(name) + "_constrain", types);
        Library.Resolved logJacobian = find(at, name, base(name) + "_constrain'log", types);
        List<Variable> parameters = new ArrayList<>();
        List<Expr> reads = new ArrayList<>();
        for (Type type : types) {
            Variable parameter =
                    new Variable("x" + parameters.size(), type, Variable.Origin.ARGUMENT, false, parameters.size());
            parameters.add(parameter);
            reads.add(new Expr.Read(at, parameter));
        }
        Function function = new Function(name, Function.Kind.JACOBIAN, constrain.result(), parameters);
        function.define(
                new Stmt.Block(
                        at,
                        List.of(
                                new Stmt.AddJacobian(at, new Expr.Call(at, logJacobian, reads, false, false)),
                                new Stmt.Return(at, new Expr.Call(at, constrain, reads, false, false)))),
                parameters.size());
        functions.add(function);
        return function;
    }

    private static Library.Resolved find(Position at, String name, String called, List<Type> types) {
        return Library.find(called, types)
                .orElseThrow(() -> Problem.at(
                        at,
                        "%s does not take %s; it takes %s",
                        name,
                        Types.shown(types),
                        String.join(" or ", Library.signatures(called)).replace(called, name)));
    }
}
