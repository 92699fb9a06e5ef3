package org.driftfield.data.formula;

import java.util.Set;
import java.util.TreeSet;
import org.driftfield.InputException;
import org.driftfield.data.text.Messages;

/**
 * The left-hand side of a formula: a value; successes and failures, {@code cbind(s, f)}; or successes and the number of
 * trials, {@code s | trials(n)}. What does not apply is null.
 */
public record LeftSide(Node value, Node failures, Node trials) {
    public static LeftSide of(Node node) {
        if (node instanceof Node.Group group) {
            return of(group.inner());
        }
        LeftSide side;
        if (node instanceof Node.Call call && call.function().equals("cbind")) {
            InputException.require(
                    call.arguments().size() == 2,
                    "formula: expected cbind(successes, failures), got %s",
                    Messages.quote(call));
            side = new LeftSide(call.arguments().get(0), call.arguments().get(1), null);
        } else if (node instanceof Node.Binary binary && binary.operator().equals("|")) {
            if (!(binary.right() instanceof Node.Call call)
                    || !call.function().equals("trials")
                    || call.arguments().size() != 1) {
                throw new InputException(
                        "formula: expected 'successes | trials(n)' as response, got " + Messages.quote(binary));
            }
            side = new LeftSide(binary.left(), null, call.arguments().get(0));
        } else {
            side = new LeftSide(node, null, null);
        }
        if (side.isCategorical()) {
            CategoricalSpec.of((Node.Call) side.value);
        } else {
            Functions.checkNumeric(side.value);
        }
        if (side.failures != null) {
            Functions.checkNumeric(side.failures);
        }
        if (side.trials != null) {
            Functions.checkNumeric(side.trials);
        }
        InputException.require(
                !side.columns().isEmpty(), "formula: the response must be a column, got %s", Messages.quote(node));
        return side;
    }

    public boolean isCategorical() {
        return Functions.isCategorical(value) && failures == null && trials == null;
    }

    public boolean isBinomial() {
        return failures != null || trials != null;
    }

    /** The columns of the response itself. */
    public Set<String> valueColumns() {
        Set<String> names = new TreeSet<>();
        value.collectColumns(names);
        if (failures != null) {
            failures.collectColumns(names);
        }
        return names;
    }

    /** All columns, those of the number of trials too. */
    public Set<String> columns() {
        Set<String> names = valueColumns();
        if (trials != null) {
            trials.collectColumns(names);
        }
        return names;
    }
}
