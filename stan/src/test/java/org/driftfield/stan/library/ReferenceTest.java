package org.driftfield.stan.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values in the middle and far out, against those of another program in many digits; see {@code reference.txt}. */
class ReferenceTest {
    private static final double TOLERANCE = 2e-12;

    @Test
    void valuesAreRight() throws IOException {
        List<String> wrong = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                ReferenceTest.class.getResourceAsStream("reference.txt"), StandardCharsets.UTF_8))) {
            for (String line : in.lines().filter(l -> !l.startsWith("//")).toList()) {
                String[] sides = line.split(" = ", -1);
                String[] words = sides[0].split(" ", -1);
                Arg[] arguments =
                        Arrays.stream(words).skip(1).map(ReferenceTest::number).toArray(Arg[]::new);
                double expected = Double.parseDouble(sides[1]);
                double actual = Bench.value(words[0], arguments);
                // Log probabilities near zero are small numbers: relative error counts there, too.
                double scale = Math.abs(expected) < 1 ? Math.max(Math.abs(expected), 1e-3) : Math.abs(expected);
                if (!(Math.abs(actual - expected) <= TOLERANCE * scale * slack(words))) {
                    wrong.add(line + " but got " + actual);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Where a double cannot carry the answer to all digits because the argument itself is rounded. */
    private static double slack(String[] words) {
        return Arrays.stream(words).skip(1).anyMatch(word -> Math.abs(Double.parseDouble(word)) >= 100) ? 30 : 1;
    }

    private static Arg number(String word) {
        return word.matches("-?\\d+") ? Bench.integer(Integer.parseInt(word)) : Bench.real(Double.parseDouble(word));
    }
}
