package org.driftfield.stan.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.driftfield.stan.lang.Type;
import org.junit.jupiter.api.Test;

/** Every function of the library, in several shapes, against finite differences; see {@code cases.txt}. */
class GradientTest {
    private static final int REPEATS = 2;

    private static List<String> cases() {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(GradientTest.class.getResourceAsStream("cases.txt"), StandardCharsets.UTF_8))) {
            return in.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("//"))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void derivativesAreRight() {
        long seed = 1;
        List<String> wrong = new ArrayList<>();
        for (String line : cases()) {
            String[] words = line.trim().split(" +");
            for (String name : words[0].split(",", -1)) {
                for (int repeat = 0; repeat < REPEATS; repeat++) {
                    Samples samples = new Samples(seed++);
                    Bench.Sample[] arguments =
                            Arrays.stream(words).skip(1).map(samples::of).toArray(Bench.Sample[]::new);
                    try {
                        Bench.checkGradient(line + " as " + name, name, 1e-6, arguments);
                    } catch (AssertionError | RuntimeException e) {
                        wrong.add(name + " of " + line + ": " + e);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyFunctionHasACase() {
        Set<String> missing = new LinkedHashSet<>(Library.names());
        // Draws, and inverses, which have tests of their own.
        missing.removeIf(name -> name.endsWith("_rng") || name.endsWith("_unconstrain"));
        for (String line : cases()) {
            missing.removeAll(Arrays.asList(line.trim().split(" +", -1)[0].split(",", -1)));
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void twoEquallyGoodFitsAreNone() {
        assertThat(Library.find("+", List.of(Type.INT, Type.INT)).orElseThrow().result())
                .isEqualTo(Type.INT);
        assertThat(Library.find("+", List.of(Type.INT, Type.REAL)).orElseThrow().result())
                .isEqualTo(Type.REAL);
        assertThat(Library.find("+", List.of(Type.VECTOR, Type.ROW_VECTOR))).isEmpty();
        assertThat(Library.knows("normal_lpdf")).isTrue();
        assertThat(Library.knows("nonsense")).isFalse();
    }
}
