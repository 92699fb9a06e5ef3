package org.driftfield.cli.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.driftfield.InputException;

/** Reads the words of options, and puts words into sentences. */
public final class Words {
    private Words() {}

    /** The constant that a word names, in small letters. */
    public static <T extends Enum<T>> T choice(String option, String text, T[] all) {
        List<String> words = new ArrayList<>();
        for (T value : all) {
            if (of(value).equals(text.toLowerCase(Locale.ROOT))) {
                return value;
            }
            words.add(of(value));
        }
        throw new InputException(option + " must be one of " + String.join(", ", words) + ", got '" + text + "'");
    }

    /** The word of a constant. */
    public static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    public static String capitalised(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** A remark with a capital letter and a full stop. */
    public static String sentence(String remark) {
        return capitalised(remark) + (remark.endsWith(".") ? "" : ".");
    }

    public static double number(String option, String text, Function<String, ? extends Number> parse) {
        try {
            return parse.apply(text.trim()).doubleValue();
        } catch (NumberFormatException e) {
            throw new InputException(option + ": expected a number, got '" + text.trim() + "'", e);
        }
    }
}
