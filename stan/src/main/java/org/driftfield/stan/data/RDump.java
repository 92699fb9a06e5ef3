package org.driftfield.stan.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.driftfield.InputException;

/**
 * What R's {@code dump} writes: {@code x <- 3}, {@code y <- c(1, 2.5)}, {@code z <- 1:10},
 * {@code m <- structure(c(…), .Dim = c(2, 3))}, {@code e <- integer(0)}. Arrays lie first index fastest.
 */
final class RDump {
    private final String source;
    private final String text;
    private int at;

    RDump(String source, String text) {
        this.source = source;
        this.text = text;
    }

    Map<String, Numbers> read() {
        Map<String, Numbers> entries = new LinkedHashMap<>();
        skip();
        while (at < text.length()) {
            String name = name();
            if (!accept("<-") && !accept("=")) {
                throw wrong("expected '<-' after " + name);
            }
            entries.put(name, value());
            while (accept(";")) {
                skip();
            }
        }
        return entries;
    }

    private InputException wrong(String what) {
        long line = text.substring(0, Math.min(at, text.length())).lines().count();
        return new InputException(source + " line " + Math.max(1, line) + ": " + what);
    }

    private void skip() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (Character.isWhitespace(c)) {
                at++;
            } else {
                return;
            }
        }
    }

    private boolean accept(String sign) {
        skip();
        if (!text.startsWith(sign, at)) {
            return false;
        }
        at += sign.length();
        skip();
        return true;
    }

    private void expect(String sign) {
        if (!accept(sign)) {
            String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
            throw wrong("expected '" + sign + "', got " + found);
        }
    }

    private String name() {
        skip();
        char quote = at < text.length() ? text.charAt(at) : ' ';
        if (quote == '"' || quote == '`' || quote == '\'') {
            int end = text.indexOf(quote, at + 1);
            if (end < 0) {
                throw wrong("a name in quotes has no end");
            }
            String name = text.substring(at + 1, end);
            at = end + 1;
            return name;
        }
        return word();
    }

    private String word() {
        int start = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || "._".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        if (at == start) {
            throw wrong("expected a name, got '" + text.charAt(at) + "'");
        }
        return text.substring(start, at);
    }

    private Numbers value() {
        if (accept("structure")) {
            expect("(");
            List<Double> values = list();
            expect(",");
            if (!accept(".Dim") && !accept("dim")) {
                throw wrong("expected .Dim in structure(…)");
            }
            expect("=");
            List<Double> sizes = list();
            expect(")");
            return columnMajor(values, sizes);
        }
        boolean single = at < text.length() && isNumberStart();
        List<Double> values = list();
        double[] numbers = values.stream().mapToDouble(x -> x).toArray();
        return single && numbers.length == 1
                ? Numbers.of(new int[0], numbers)
                : Numbers.of(new int[] {numbers.length}, numbers);
    }

    private boolean isNumberStart() {
        char c = text.charAt(at);
        return Character.isDigit(c) || c == '-' || c == '+' || c == '.' || c == 'N' || c == 'I';
    }

    private List<Double> list() {
        if (accept("c(") || accept("c (")) {
            List<Double> values = new ArrayList<>();
            if (!accept(")")) {
                do {
                    values.addAll(list());
                } while (accept(","));
                expect(")");
            }
            return values;
        }
        for (String empty : List.of("integer", "double", "numeric")) {
            if (accept(empty)) {
                expect("(");
                int n = (int) number();
                expect(")");
                List<Double> zeros = new ArrayList<>();
                for (int i = 0; i < n; i++) {
                    zeros.add(0.0);
                }
                return zeros;
            }
        }
        double first = number();
        if (!accept(":")) {
            return List.of(first);
        }
        double last = number();
        List<Double> values = new ArrayList<>();
        for (double x = first; first <= last ? x <= last : x >= last; x += first <= last ? 1 : -1) {
            values.add(x);
        }
        return values;
    }

    private double number() {
        skip();
        int start = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at))
                        || text.charAt(at) == '.'
                        || ((text.charAt(at) == '-' || text.charAt(at) == '+')
                                && (at == start || "eE".indexOf(text.charAt(at - 1)) >= 0)))) {
            at++;
        }
        String word = text.substring(start, at);
        String plain = word.endsWith("L") ? word.substring(0, word.length() - 1) : word;
        switch (plain) {
            case "NaN", "NA", "NA_real_" -> {
                return Double.NaN;
            }
            case "Inf", "+Inf", "Infinity" -> {
                return Double.POSITIVE_INFINITY;
            }
            case "-Inf", "-Infinity" -> {
                return Double.NEGATIVE_INFINITY;
            }
            default -> {
                try {
                    return Double.parseDouble(plain);
                } catch (NumberFormatException e) {
                    throw wrong("expected a number, got '" + word + "'");
                }
            }
        }
    }

    private Numbers columnMajor(List<Double> values, List<Double> sizes) {
        int[] shape = sizes.stream().mapToInt(Double::intValue).toArray();
        long size = 1;
        for (int extent : shape) {
            size *= extent;
        }
        if (size != values.size()) {
            return Numbers.unusable("has " + values.size() + " numbers for sizes " + sizes);
        }
        double[] out = new double[values.size()];
        int[] index = new int[shape.length];
        for (double value : values) {
            int to = 0;
            for (int d = 0; d < shape.length; d++) {
                to = to * shape[d] + index[d];
            }
            out[to] = value;
            for (int d = 0; d < shape.length && ++index[d] == shape[d]; d++) {
                index[d] = 0;
            }
        }
        return Numbers.of(shape, out);
    }
}
