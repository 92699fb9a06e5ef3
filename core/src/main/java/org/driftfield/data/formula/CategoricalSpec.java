package org.driftfield.data.formula;

import java.util.List;
import org.driftfield.InputException;
import org.driftfield.data.text.Messages;

/**
 * What {@code C(g)}, {@code C(g, ref='b')}, {@code C(g, Treatment('b'))} or {@code factor(g)} asks for.
 *
 * @param column the column whose distinct values are the levels
 * @param reference the level that the others are compared with, null for the first
 */
public record CategoricalSpec(String column, String reference) {
    public static CategoricalSpec of(Node.Call call) {
        List<Node> arguments = call.arguments();
        if (arguments.isEmpty()
                || arguments.size() > 2
                || !(arguments.get(0) instanceof Node.Col column)
                || column.name().equals(".")) {
            throw misused(call);
        }
        return new CategoricalSpec(column.name(), arguments.size() == 1 ? null : reference(call, arguments.get(1)));
    }

    private static String reference(Node.Call call, Node option) {
        if (option instanceof Node.Col name && name.name().equals("Treatment")) {
            return null;
        }
        if (option instanceof Node.Call treatment && treatment.function().equals("Treatment")) {
            if (treatment.arguments().isEmpty()) {
                return null;
            }
            if (treatment.arguments().size() == 1) {
                return level(call, treatment.arguments().get(0));
            }
        }
        if (option instanceof Node.Named) {
            return level(call, option);
        }
        throw misused(call);
    }

    private static String level(Node.Call call, Node node) {
        Node value = node;
        if (node instanceof Node.Named named && List.of("ref", "reference").contains(named.name())) {
            value = named.value();
        }
        if (value instanceof Node.Str text) {
            return text.value();
        }
        if (value instanceof Node.Num number) {
            return number.text();
        }
        if (value instanceof Node.Unary minus && minus.operand() instanceof Node.Num number) {
            return "-" + number.text();
        }
        throw misused(call);
    }

    private static InputException misused(Node.Call call) {
        return new InputException(
                "formula: expected C(column), C(column, ref='level') or C(column, Treatment('level')), got "
                        + Messages.quote(call));
    }
}
