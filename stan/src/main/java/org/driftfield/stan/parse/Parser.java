package org.driftfield.stan.parse;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.driftfield.stan.lang.Type;
import org.driftfield.stan.parse.Syntax.Block;
import org.driftfield.stan.parse.Syntax.St;
import org.driftfield.stan.tree.Note;

/** Blocks and functions. */
final class Parser {
    private final Words words;
    private final ShapeParser shapes;
    private final StatementParser statements;

    Parser(List<Token> tokens, List<Note> notes) {
        this.words = new Words(tokens);
        ExpressionParser expressions = new ExpressionParser(words);
        this.shapes = new ShapeParser(words, expressions, notes);
        this.statements = new StatementParser(words, expressions, shapes, notes);
    }

    Syntax.Whole program() {
        List<Syntax.Fun> functions = new ArrayList<>();
        Map<Block, List<St>> blocks = new EnumMap<>(Block.class);
        Block last = null;
        while (words.peek().kind() != Token.Kind.END) {
            Token start = words.peek();
            Block block = blockName();
            if (last != null && block.compareTo(last) <= 0) {
                throw Problem.at(
                        start.at(),
                        block == last ? "the block '%s' is there twice" : "the block '%s' must come before '%s'",
                        block.word,
                        last.word);
            }
            last = block;
            words.expect("{", "after '" + block.word + "'");
            if (block == Block.FUNCTIONS) {
                while (!words.skip("}")) {
                    functions.add(function());
                }
            } else {
                blocks.put(block, statements.untilBrace());
            }
        }
        return new Syntax.Whole(functions, new EnumMap<>(withAll(blocks)));
    }

    private static Map<Block, List<St>> withAll(Map<Block, List<St>> blocks) {
        for (Block block : Block.values()) {
            blocks.putIfAbsent(block, List.of());
        }
        return blocks;
    }

    private Block blockName() {
        Token first = words.peek();
        String second = words.peek(1).kind() == Token.Kind.NAME ? words.peek(1).text() : "";
        for (Block block : Block.values()) {
            String[] parts = block.word.split(" ", 2);
            if (first.isWord(parts[0]) && (parts.length == 1 || second.equals(parts[1]))) {
                for (int i = 0; i < parts.length; i++) {
                    words.take();
                }
                return block;
            }
        }
        throw Problem.at(
                first.at(),
                "expected a block (functions, data, transformed data, parameters, transformed parameters, model, generated"
                        + " quantities), found %s",
                first.shown());
    }

    private Syntax.Fun function() {
        Type result = shapes.unsized();
        Token name = words.name("the name of the function");
        words.expect("(", "after the name of the function");
        List<Syntax.Param> parameters = new ArrayList<>();
        while (!words.at(")")) {
            Token start = words.peek();
            boolean data = words.atWord("data");
            if (data) {
                words.take();
            }
            Type type = shapes.unsized();
            if (type.equals(Type.VOID)) {
                throw Problem.at(start.at(), "an argument cannot be void");
            }
            Token parameter = words.name("the name of the argument");
            parameters.add(new Syntax.Param(parameter.at(), data, type, parameter.text()));
            if (!words.at(")")) {
                Token separator = words.peek();
                if (!separator.is(",") && !separator.is("|")) {
                    throw words.missing("',' or ')' after the argument");
                }
                words.take();
            }
        }
        words.take();
        if (words.skip(";")) {
            return new Syntax.Fun(name.at(), result, name.text(), parameters, null);
        }
        if (!words.at("{")) {
            throw words.missing("'{' with the body of the function, or ';'");
        }
        return new Syntax.Fun(name.at(), result, name.text(), parameters, statements.statement());
    }
}
