package org.driftfield.data.text;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;

/** Turns names and values that a user gave into safe, short pieces of a one-line message. */
public final class Messages {
    private static final int LONGEST_VALUE = 60;
    private static final int LONGEST_PATH = 1000;
    private static final int LONGEST_LIST = 20;

    private Messages() {}

    /** The text in single quotes, on one line: control characters escaped, long values cut. */
    public static String quote(Object text) {
        return "'" + plain(text) + "'";
    }

    /** A message without quotes around it, on one line and of bounded length. */
    public static String plain(Object value) {
        return plain(value, LONGEST_VALUE);
    }

    /** The name of a file, of which more is shown than of other values. */
    public static String path(Path file) {
        return plain(file, LONGEST_PATH);
    }

    private static String plain(Object value, int longest) {
        String text = value.toString();
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (i == longest) {
                return out.append("…").toString();
            }
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.toString();
    }

    /** The names separated by commas; a long list is cut and its length stated. */
    public static String list(Collection<String> names) {
        StringBuilder out = new StringBuilder();
        int shown = 0;
        for (String name : names) {
            if (shown == LONGEST_LIST) {
                return out.append(", … (")
                        .append(names.size())
                        .append(" in all)")
                        .toString();
            }
            out.append(shown++ == 0 ? "" : ", ").append(plain(name));
        }
        return out.toString();
    }

    /** The name that was probably meant, or null when none is near. */
    public static String closest(String name, Collection<String> candidates) {
        String best = null;
        int bestDistance = Math.max(2, name.length() / 3) + 1;
        for (String candidate : candidates) {
            if (Math.abs(candidate.length() - name.length()) < bestDistance && candidate.length() <= 1000) {
                int distance = editDistance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
                if (distance < bestDistance && distance < name.length()) {
                    bestDistance = distance;
                    best = candidate;
                }
            }
        }
        return best;
    }

    private static int editDistance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitute = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substitute, 1 + Math.min(previous[j], current[j - 1]));
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[b.length()];
    }

    /** A number as a person writes it: 2 rather than 2.0. */
    public static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return Double.toString(value);
    }
}
