package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.lang.Type.Base;
import org.driftfield.stan.parse.Syntax.Ex;
import org.driftfield.stan.parse.Syntax.Shape;
import org.driftfield.stan.tree.Constraint.Structured;
import org.driftfield.stan.tree.Note;

/** Types: with sizes and limits in declarations, without in functions. */
final class ShapeParser {
    private static final Map<String, Base> PLAIN = Map.of(
            "int", Base.INT,
            "real", Base.REAL,
            "vector", Base.VECTOR,
            "row_vector", Base.ROW_VECTOR,
            "matrix", Base.MATRIX);

    /** Types with a structure, and what they are. */
    private static final Map<String, Structured> STRUCTURED = Map.ofEntries(
            Map.entry("simplex", Structured.SIMPLEX),
            Map.entry("unit_vector", Structured.UNIT_VECTOR),
            Map.entry("ordered", Structured.ORDERED),
            Map.entry("positive_ordered", Structured.POSITIVE_ORDERED),
            Map.entry("sum_to_zero_vector", Structured.SUM_TO_ZERO_VECTOR),
            Map.entry("sum_to_zero_matrix", Structured.SUM_TO_ZERO_MATRIX),
            Map.entry("row_stochastic_matrix", Structured.ROW_STOCHASTIC_MATRIX),
            Map.entry("column_stochastic_matrix", Structured.COLUMN_STOCHASTIC_MATRIX),
            Map.entry("corr_matrix", Structured.CORR_MATRIX),
            Map.entry("cov_matrix", Structured.COV_MATRIX),
            Map.entry("cholesky_factor_corr", Structured.CHOLESKY_FACTOR_CORR),
            Map.entry("cholesky_factor_cov", Structured.CHOLESKY_FACTOR_COV));

    private static final Set<String> COMPLEX =
            Set.of("complex", "complex_vector", "complex_row_vector", "complex_matrix");

    private final Words words;
    private final ExpressionParser expressions;
    private final List<Note> notes;

    ShapeParser(Words words, ExpressionParser expressions, List<Note> notes) {
        this.words = words;
        this.expressions = expressions;
        this.notes = notes;
    }

    /** Whether a type comes next, so that a declaration begins. */
    boolean next() {
        Token token = words.peek();
        if (token.kind() != Token.Kind.NAME) {
            return false;
        }
        if (token.text().equals("array")) {
            return words.peek(1).is("[");
        }
        if (token.text().equals("tuple")) {
            return words.peek(1).is("(");
        }
        return PLAIN.containsKey(token.text())
                || STRUCTURED.containsKey(token.text())
                || COMPLEX.contains(token.text());
    }

    /** The type of a declaration. */
    Shape declared() {
        List<Ex> arrays = new ArrayList<>();
        if (words.atWord("array")) {
            words.take();
            words.expect("[", "after 'array'");
            arrays.addAll(sizes());
        }
        Token token = words.peek();
        refuse(token);
        Structured structure = STRUCTURED.get(token.text());
        Base base = structure == null ? PLAIN.get(token.text()) : baseOf(structure);
        if (base == null || token.kind() != Token.Kind.NAME) {
            throw words.missing("a type");
        }
        words.take();
        Ex[] limits = new Ex[4];
        if (words.at("<")) {
            limits(limits, structure, token);
        }
        List<Ex> sizes = new ArrayList<>();
        if (base.dimensions() > 0) {
            words.expect("[", "with the size of the " + token.text());
            sizes.addAll(sizes());
            squareSizes(token, structure, base, sizes);
        }
        return new Shape(base, arrays, sizes, structure, limits[0], limits[1], limits[2], limits[3]);
    }

    /** The same type with the sizes of an array written after the name, as of old. */
    Shape withOldSizes(Shape shape, Token name) {
        notes.add(new Note(
                name.at(),
                "the sizes of the array after its name '" + name.text() + "' are old syntax, now 'array[…]' before"));
        words.take();
        List<Ex> arrays = new ArrayList<>(sizes());
        arrays.addAll(shape.arrays());
        return new Shape(
                shape.base(),
                arrays,
                shape.sizes(),
                shape.structure(),
                shape.lower(),
                shape.upper(),
                shape.offset(),
                shape.multiplier());
    }

    private static Base baseOf(Structured structure) {
        return switch (structure) {
            case ORDERED, POSITIVE_ORDERED, SIMPLEX, UNIT_VECTOR, SUM_TO_ZERO_VECTOR -> Base.VECTOR;
            case SUM_TO_ZERO_MATRIX, ROW_STOCHASTIC_MATRIX, COLUMN_STOCHASTIC_MATRIX -> Base.MATRIX;
            case CORR_MATRIX, COV_MATRIX, CHOLESKY_FACTOR_CORR, CHOLESKY_FACTOR_COV -> Base.MATRIX;
        };
    }

    private static void squareSizes(Token type, Structured structure, Base base, List<Ex> sizes) {
        boolean square = structure == Structured.CORR_MATRIX
                || structure == Structured.COV_MATRIX
                || structure == Structured.CHOLESKY_FACTOR_CORR;
        boolean maybeSquare = square || structure == Structured.CHOLESKY_FACTOR_COV;
        if (maybeSquare && sizes.size() == 1) {
            sizes.add(sizes.get(0));
        } else if (square || sizes.size() != base.dimensions()) {
            int wanted = square ? 1 : base.dimensions();
            throw Problem.at(
                    type.at(),
                    "%s takes %d %s, found %d",
                    type.text(),
                    wanted,
                    wanted == 1 ? "size" : "sizes",
                    sizes.size());
        }
    }

    private List<Ex> sizes() {
        List<Ex> sizes = new ArrayList<>();
        do {
            sizes.add(expressions.expression());
        } while (words.skip(","));
        words.expect("]", "after the sizes");
        return sizes;
    }

    private void limits(Ex[] limits, Structured structure, Token type) {
        List<String> known = List.of("lower", "upper", "offset", "multiplier");
        words.take();
        do {
            Token word = words.take();
            int which = word.kind() == Token.Kind.NAME ? known.indexOf(word.text()) : -1;
            if (which < 0) {
                throw Problem.at(word.at(), "expected lower, upper, offset or multiplier, found %s", word.shown());
            }
            if (structure != null || (anyOf(limits) && (limits[0] != null || limits[1] != null) != (which < 2))) {
                throw Problem.at(word.at(), "%s cannot be combined with what %s has already", word.text(), type.text());
            }
            if (limits[which] != null) {
                throw Problem.at(word.at(), "%s is given twice", word.text());
            }
            words.expect("=", "after '" + word.text() + "'");
            limits[which] = expressions.bound();
        } while (words.skip(","));
        words.expect(">", "after the limits");
    }

    private static boolean anyOf(Ex[] limits) {
        for (Ex limit : limits) {
            if (limit != null) {
                return true;
            }
        }
        return false;
    }

    /** The type of an argument or a result: no sizes. */
    Type unsized() {
        int arrays = 0;
        if (words.atWord("array") && words.peek(1).is("[")) {
            words.take();
            arrays = commas();
        }
        Token token = words.peek();
        refuse(token);
        if (words.atWord("void")) {
            words.take();
            return Type.VOID;
        }
        Base base = token.kind() == Token.Kind.NAME ? PLAIN.get(token.text()) : null;
        if (base == null) {
            throw words.missing("a type: int, real, vector, row_vector, matrix or an array of them");
        }
        words.take();
        if (words.at("[")) {
            notes.add(new Note(
                    token.at(), "the type '" + token.text() + "[]' is old syntax, now 'array[] " + token.text() + "'"));
            arrays += commas();
        }
        return new Type(base, arrays);
    }

    private int commas() {
        words.take();
        int count = 1;
        while (words.skip(",")) {
            count++;
        }
        words.expect("]", "after the commas that count the dimensions");
        return count;
    }

    private static void refuse(Token token) {
        if (token.kind() == Token.Kind.NAME && COMPLEX.contains(token.text())) {
            throw Problem.at(token.at(), "complex numbers are not supported, found the type '%s'", token.text());
        }
        if (token.isWord("tuple")) {
            throw Problem.at(token.at(), "tuples are not supported");
        }
    }
}
