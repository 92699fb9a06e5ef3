package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.lang.Type.Base;
import org.driftfield.stan.library.Library;
import org.driftfield.stan.parse.Syntax.Ex;
import org.driftfield.stan.parse.Syntax.St;
import org.driftfield.stan.tree.Constraint;
import org.driftfield.stan.tree.Expr;
import org.driftfield.stan.tree.Position;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Subscript;
import org.driftfield.stan.tree.Variable;

/** Checks the statements of one block or one function. */
final class StatementChecker {
    private final Context context;
    private final ExpressionChecker expressions;
    private final SampleChecker samples;
    private final Type returns;
    private final Object function;

    /** The loop around, or null. */
    private Object loop;

    /** Whether a parameter decides if the statement at hand is run. */
    private boolean decided;

    /** The same for the whole loop around. */
    private boolean loopDecided;

    /**
     * @param returns null outside functions
     * @param function what stands for the function in {@link Activity}
     */
    StatementChecker(Context context, Type returns, Object function) {
        this.context = context;
        this.expressions = new ExpressionChecker(context);
        this.samples = new SampleChecker(context, expressions);
        this.returns = returns;
        this.function = function;
        this.decided = function != null && context.activity().has(function);
    }

    /** The statements of a block; those declared here belong to the block. */
    List<Stmt> block(List<St> statements, Variable.Origin origin) {
        List<Stmt> result = new ArrayList<>();
        for (St statement : statements) {
            result.add(statement instanceof Syntax.Declare declare ? declare(declare, origin) : check(statement));
        }
        return result;
    }

    Stmt check(St statement) {
        Position at = statement.at();
        if (statement instanceof Syntax.Declare declare) {
            return declare(declare, Variable.Origin.LOCAL);
        } else if (statement instanceof Syntax.Assign assign) {
            Syntax.AddTarget old = increment(assign);
            if (old != null) {
                context.note(at, "'lp__ <- lp__ + …' is old syntax, now 'target += …'");
                return check(old);
            }
            return assign(assign);
        } else if (statement instanceof Syntax.AddTarget add) {
            need(
                    context.place().changesTarget(),
                    at,
                    "target can be changed in the model block and in functions that end in _lp");
            return new Stmt.AddTarget(at, expressions.check(add.value()));
        } else if (statement instanceof Syntax.AddJacobian add) {
            need(
                    context.place().changesJacobian(),
                    at,
                    "jacobian can be changed in transformed parameters and in functions that end in _jacobian");
            return new Stmt.AddJacobian(at, expressions.check(add.value()));
        } else if (statement instanceof Syntax.Tilde tilde) {
            need(
                    context.place().changesTarget(),
                    at,
                    "'~' can be used in the model block and in functions that end in _lp");
            Syntax.For elements = samples.elements(tilde);
            return elements == null ? samples.check(tilde) : loop(elements);
        } else if (statement instanceof Syntax.Run run) {
            return run(run);
        } else if (statement instanceof Syntax.Say say) {
            return say(say);
        } else if (statement instanceof Syntax.If branch) {
            return branch(branch);
        } else if (statement instanceof Syntax.For each) {
            return loop(each);
        } else if (statement instanceof Syntax.While loop) {
            return repeat(loop);
        } else if (statement instanceof Syntax.Braces braces) {
            context.scope().open();
            List<Stmt> inside = block(braces.statements(), Variable.Origin.LOCAL);
            context.scope().close();
            return new Stmt.Block(at, inside);
        } else if (statement instanceof Syntax.Break) {
            leaveLoop(at, "break");
            return new Stmt.Break(at);
        } else if (statement instanceof Syntax.Continue) {
            leaveLoop(at, "continue");
            return new Stmt.Continue(at);
        }
        return leave((Syntax.Return) statement);
    }

    private void need(boolean ok, Position at, String what) {
        if (!ok) {
            throw Problem.at(at, "%s, not in %s", what, context.place().word);
        }
    }

    Stmt.Declare declare(Syntax.Declare declare, Variable.Origin origin) {
        Position at = declare.at();
        Syntax.Shape shape = declare.shape();
        Type type = new Type(shape.base(), shape.arrays().size());
        List<Expr> sizes = new ArrayList<>();
        for (List<Ex> list : List.of(shape.arrays(), shape.sizes())) {
            for (Ex size : list) {
                Expr checked = expressions.integer(size, "a size");
                if (origin != Variable.Origin.LOCAL && !checked.data()) {
                    throw Problem.at(size.at(), "the size of '%s' must not depend on parameters", declare.name());
                }
                sizes.add(checked);
            }
        }
        Constraint constraint = constraint(shape, type);
        boolean integer = shape.base() == Base.INT;
        if (integer && (origin == Variable.Origin.PARAMETER || origin == Variable.Origin.TRANSFORMED_PARAMETER)) {
            throw Problem.at(
                    at, "%s cannot be int, found '%s'; sum a discrete one out", context.place().word, declare.name());
        }
        if (context.functions().knows(declare.name())) {
            throw Problem.at(at, "'%s' is a function of this program", declare.name());
        }
        Expr value = declare.value() == null ? null : expressions.check(declare.value());
        boolean data = isData(origin, declare);
        Variable variable = context.scope().declare(at, declare.name(), type, origin, data, declare, context.place());
        if (value != null) {
            fit(at, value, type, declare.name());
            assigned(declare, value.data());
        }
        return new Stmt.Declare(at, variable, sizes, constraint, value);
    }

    private boolean isData(Variable.Origin origin, Object declaration) {
        return switch (origin) {
            case DATA, TRANSFORMED_DATA -> true;
            case PARAMETER, GENERATED_QUANTITY -> false;
            case TRANSFORMED_PARAMETER, LOCAL, LOOP, ARGUMENT ->
                !context.activity().has(declaration);
        };
    }

    private Constraint constraint(Syntax.Shape shape, Type type) {
        if (shape.structure() != null) {
            return shape.structure();
        }
        if (shape.lower() != null || shape.upper() != null) {
            return new Constraint.Bounds(bound(shape.lower(), type), bound(shape.upper(), type));
        }
        if (shape.offset() != null || shape.multiplier() != null) {
            if (shape.base() == Base.INT) {
                Ex first = shape.offset() != null ? shape.offset() : shape.multiplier();
                throw Problem.at(first.at(), "an int has no offset or multiplier");
            }
            return new Constraint.Affine(bound(shape.offset(), type), bound(shape.multiplier(), type));
        }
        return new Constraint.None();
    }

    private Expr bound(Ex ex, Type type) {
        if (ex == null) {
            return null;
        }
        Expr bound = expressions.check(ex);
        Type found = bound.type();
        boolean scalar = type.base() == Base.INT ? found.equals(Type.INT) : Types.isScalar(found);
        if (!scalar && !Types.fits(found, type) && !Types.fits(found, new Type(type.base(), 0))) {
            throw Problem.at(
                    ex.at(),
                    "a limit of %s must be %s or have its type, found %s",
                    type,
                    type.base() == Base.INT ? "an int" : "a real",
                    found);
        }
        return bound;
    }

    private static void fit(Position at, Expr value, Type type, String name) {
        if (!Types.fits(value.type(), type)) {
            throw Problem.at(at, "'%s' is %s and cannot be set to %s", name, type, value.type());
        }
    }

    private void assigned(Object declaration, boolean data) {
        if (!data || decided) {
            context.activity().mark(declaration);
        }
    }

    private Stmt assign(Syntax.Assign assign) {
        Position at = assign.at();
        List<Syntax.Sub> subs = new ArrayList<>();
        Ex target = assign.target();
        while (target instanceof Syntax.Index index) {
            if (!subs.isEmpty() && index.subscripts().stream().anyMatch(Syntax.Sub::range)) {
                throw Problem.at(index.at(), "a slice of a slice cannot be assigned to, give all subscripts at once");
            }
            subs.addAll(0, index.subscripts());
            target = index.base();
        }
        if (!(target instanceof Syntax.Name name)) {
            throw Problem.at(at, "only a variable, or part of one, can be assigned to");
        }
        Scope.Entry entry = context.scope().find(name.at(), name.name());
        assignable(at, entry);
        List<Subscript> subscripts = expressions.subscripts(subs);
        Variable variable = entry.variable();
        Type type =
                subscripts.isEmpty() ? variable.type() : ExpressionChecker.selected(at, variable.type(), subscripts);
        Expr value = expressions.check(assign.value());
        Library.Resolved operator = null;
        if (assign.sign().isEmpty()) {
            fit(at, value, type, variable.name() + (subscripts.isEmpty() ? "" : "[…]"));
        } else {
            operator = Library.find(assign.sign(), List.of(type, value.type()))
                    .filter(found -> Types.fits(found.result(), type))
                    .orElseThrow(
                            () -> Problem.at(at, "'%s=' does not take %s and %s", assign.sign(), type, value.type()));
        }
        assigned(entry.declaration(), value.data() && ExpressionChecker.data(subscripts));
        return new Stmt.Assign(at, variable, subscripts, operator, value, type);
    }

    private void assignable(Position at, Scope.Entry entry) {
        String name = entry.variable().name();
        switch (entry.variable().origin()) {
            case DATA -> throw Problem.at(at, "'%s' is data and cannot be assigned to", name);
            case PARAMETER -> throw Problem.at(at, "'%s' is a parameter and cannot be assigned to", name);
            case LOOP -> throw Problem.at(at, "'%s' is the variable of a loop and cannot be assigned to", name);
            case ARGUMENT -> throw Problem.at(at, "'%s' is an argument and cannot be assigned to", name);
            default -> {
                if (entry.place() != context.place()) {
                    throw Problem.at(
                            at,
                            "'%s' belongs to %s and cannot be assigned to in %s",
                            name,
                            entry.place().word,
                            context.place().word);
                }
            }
        }
    }

    private Stmt run(Syntax.Run run) {
        Expr call = expressions.calls().call(run.call());
        if (!call.type().equals(Type.VOID)) {
            throw Problem.at(
                    run.at(), "the result of %s is not used", run.call().name());
        }
        return new Stmt.Run(run.at(), call);
    }

    private Stmt say(Syntax.Say say) {
        List<Stmt.Part> parts = new ArrayList<>();
        for (Ex ex : say.parts()) {
            parts.add(
                    ex instanceof Syntax.Text text
                            ? new Stmt.Part(text.text(), null)
                            : new Stmt.Part(null, expressions.check(ex)));
        }
        return new Stmt.Say(say.at(), say.effect(), parts);
    }

    private Stmt branch(Syntax.If branch) {
        Expr condition = expressions.condition(branch.condition());
        boolean outer = decided;
        decided |= !condition.data();
        Stmt yes = inner(branch.yes());
        Stmt no = branch.no() == null ? null : inner(branch.no());
        decided = outer;
        return new Stmt.If(branch.at(), condition, yes, no);
    }

    private Stmt inner(St statement) {
        context.scope().open();
        Stmt result = check(statement);
        context.scope().close();
        return result;
    }

    /** What {@code lp__ <- lp__ + x} adds, which was how the log density was changed at first; null for all others. */
    private static Syntax.AddTarget increment(Syntax.Assign assign) {
        return isDensity(assign.target())
                        && assign.sign().isEmpty()
                        && assign.value() instanceof Syntax.Binary sum
                        && sum.sign().equals("+")
                        && isDensity(sum.left())
                ? new Syntax.AddTarget(assign.at(), sum.right())
                : null;
    }

    private static boolean isDensity(Syntax.Ex ex) {
        return ex instanceof Syntax.Name name && name.name().equals("lp__");
    }

    private Stmt loop(Syntax.For each) {
        Position at = each.at();
        Expr from = each.to() == null
                ? expressions.check(each.from())
                : expressions.integer(each.from(), "the start of a loop");
        Expr to = each.to() == null ? null : expressions.integer(each.to(), "the end of a loop");
        if (to == null && from.type().dimensions() == 0) {
            throw Problem.at(at, "a loop runs over a range or over the elements of a container, found %s", from.type());
        }
        Type type = to != null ? Type.INT : element(from.type());
        boolean data = from.data() && (to == null || to.data());
        boolean boundsDecided = to == null ? false : !data;
        context.scope().open();
        Variable variable = context.scope()
                .declare(
                        at,
                        each.name(),
                        type,
                        Variable.Origin.LOOP,
                        data && !decided && !context.activity().has(each),
                        each,
                        context.place());
        Stmt body = body(each, boundsDecided, each.body());
        context.scope().close();
        return to == null ? new Stmt.ForEach(at, variable, from, body) : new Stmt.For(at, variable, from, to, body);
    }

    private static Type element(Type type) {
        return type.arrays() > 0 ? new Type(type.base(), type.arrays() - 1) : Type.REAL;
    }

    private Stmt repeat(Syntax.While repeat) {
        Expr condition = expressions.condition(repeat.condition());
        return new Stmt.While(repeat.at(), condition, body(repeat, !condition.data(), repeat.body()));
    }

    private Stmt body(Object node, boolean byParameter, St statement) {
        Object outerLoop = loop;
        boolean outerDecided = decided;
        boolean outerLoopDecided = loopDecided;
        loop = node;
        decided |= byParameter || context.activity().has(node);
        loopDecided = decided;
        Stmt result = inner(statement);
        loop = outerLoop;
        decided = outerDecided;
        loopDecided = outerLoopDecided;
        return result;
    }

    private void leaveLoop(Position at, String word) {
        if (loop == null) {
            throw Problem.at(at, "'%s' can stand in a loop only", word);
        }
        if (decided && !loopDecided) {
            context.activity().mark(loop);
        }
    }

    private Stmt leave(Syntax.Return leave) {
        if (returns == null) {
            throw Problem.at(leave.at(), "'return' can stand in a function only");
        }
        Expr value = leave.value() == null ? null : expressions.check(leave.value());
        if (value == null != returns.equals(Type.VOID)) {
            throw value == null
                    ? Problem.at(leave.at(), "the function must return %s, found nothing", returns)
                    : Problem.at(leave.at(), "a void function returns nothing, found %s", value.type());
        }
        if (value != null && !Types.fits(value.type(), returns)) {
            throw Problem.at(leave.at(), "the function must return %s, found %s", returns, value.type());
        }
        if (decided) {
            context.activity().mark(function);
        }
        return new Stmt.Return(leave.at(), value);
    }
}
