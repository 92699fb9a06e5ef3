package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.parse.Syntax.Block;
import org.driftfield.stan.parse.Syntax.St;
import org.driftfield.stan.tree.Function;
import org.driftfield.stan.tree.Note;
import org.driftfield.stan.tree.Program;
import org.driftfield.stan.tree.Stmt;
import org.driftfield.stan.tree.Variable;

/** Checks a whole program. */
final class Checker {
    private final Syntax.Whole whole;
    private final Activity activity;
    private final List<Note> notes = new ArrayList<>();
    private final UserFunctions functions = new UserFunctions();
    private final Map<Function, Syntax.Fun> bodies = new LinkedHashMap<>();
    private final Scope scope = new Scope();

    private Checker(Syntax.Whole whole, Activity activity) {
        this.whole = whole;
        this.activity = activity;
    }

    /** The checked program; what was noted while reading comes before what is noted here. */
    static Program check(String name, Syntax.Whole whole, List<Note> before) {
        Activity activity = new Activity();
        while (true) {
            Checker checker = new Checker(whole, activity);
            Program program = checker.program(name, before);
            if (!activity.changed()) {
                return program;
            }
        }
    }

    private Program program(String name, List<Note> before) {
        declareFunctions();
        bodies.forEach(this::define);
        List<Stmt.Declare> data = declarations(Block.DATA, Place.DATA, Variable.Origin.DATA);
        List<Stmt> transformedData =
                block(Block.TRANSFORMED_DATA, Place.TRANSFORMED_DATA, Variable.Origin.TRANSFORMED_DATA);
        List<Stmt.Declare> parameters = declarations(Block.PARAMETERS, Place.PARAMETERS, Variable.Origin.PARAMETER);
        List<Stmt> transformed = block(
                Block.TRANSFORMED_PARAMETERS, Place.TRANSFORMED_PARAMETERS, Variable.Origin.TRANSFORMED_PARAMETER);
        scope.open();
        List<Stmt> model = block(Block.MODEL, Place.MODEL, Variable.Origin.LOCAL);
        scope.close();
        List<Stmt> generated =
                block(Block.GENERATED_QUANTITIES, Place.GENERATED_QUANTITIES, Variable.Origin.GENERATED_QUANTITY);
        List<Note> all = new ArrayList<>(before);
        all.addAll(notes);
        return new Program(
                name,
                functions.all(),
                data,
                transformedData,
                parameters,
                transformed,
                model,
                generated,
                scope.slots(),
                all);
    }

    private Context context(Place place, Scope scope) {
        return new Context(place, scope, functions, activity, notes);
    }

    private List<Stmt.Declare> declarations(Block block, Place place, Variable.Origin origin) {
        List<Stmt.Declare> result = new ArrayList<>();
        StatementChecker checker = new StatementChecker(context(place, scope), null, null);
        for (St statement : whole.blocks().get(block)) {
            if (!(statement instanceof Syntax.Declare declare)) {
                throw Problem.at(statement.at(), "%s holds declarations only", place.word);
            }
            if (declare.value() != null) {
                throw Problem.at(declare.at(), "'%s' cannot be set in %s", declare.name(), place.word);
            }
            result.add(checker.declare(declare, origin));
        }
        return result;
    }

    private List<Stmt> block(Block block, Place place, Variable.Origin origin) {
        return new StatementChecker(context(place, scope), null, null)
                .block(whole.blocks().get(block), origin);
    }

    private void declareFunctions() {
        for (Syntax.Fun fun : whole.functions()) {
            List<Type> types = fun.parameters().stream().map(Syntax.Param::type).toList();
            Function known = functions.exact(fun.name(), types);
            if (known != null) {
                redeclare(fun, known);
                continue;
            }
            Function.Kind kind = Endings.kind(fun.name());
            if (kind == Function.Kind.DENSITY && !fun.result().equals(Type.REAL)) {
                throw Problem.at(fun.at(), "a density must return real, '%s' returns %s", fun.name(), fun.result());
            }
            if (kind == Function.Kind.DENSITY && types.isEmpty()) {
                throw Problem.at(fun.at(), "a density needs an argument, '%s' has none", fun.name());
            }
            List<Variable> parameters = new ArrayList<>();
            for (Syntax.Param param : fun.parameters()) {
                parameters.add(new Variable(
                        param.name(), param.type(), Variable.Origin.ARGUMENT, param.data(), parameters.size()));
            }
            Function function = new Function(fun.name(), kind, fun.result(), parameters);
            functions.add(function);
            bodies.put(function, fun);
        }
        bodies.forEach((function, fun) -> {
            if (fun.body() == null) {
                throw Problem.at(fun.at(), "'%s' is declared but never defined", fun.name());
            }
        });
    }

    private void redeclare(Syntax.Fun fun, Function known) {
        if (!known.result().equals(fun.result())) {
            throw Problem.at(
                    fun.at(), "'%s' was declared to return %s, not %s", fun.name(), known.result(), fun.result());
        }
        if (fun.body() != null && bodies.get(known).body() != null) {
            throw Problem.at(fun.at(), "'%s' with these arguments is defined already", fun.name());
        }
        if (fun.body() != null) {
            bodies.put(known, fun);
        }
    }

    private void define(Function function, Syntax.Fun fun) {
        Scope own = new Scope();
        Place place = Place.of(function.kind());
        for (int i = 0; i < fun.parameters().size(); i++) {
            Syntax.Param param = fun.parameters().get(i);
            own.add(param.at(), param.name(), function.parameters().get(i), param, place);
        }
        own.open();
        StatementChecker checker = new StatementChecker(context(place, own), function.result(), fun);
        Stmt body = checker.check(fun.body());
        if (!function.result().equals(Type.VOID) && !Endless.ends(body)) {
            throw Problem.at(
                    fun.at(),
                    "'%s' must return %s, but its end can be reached without a return",
                    fun.name(),
                    fun.result());
        }
        function.define(body, own.slots());
    }
}
