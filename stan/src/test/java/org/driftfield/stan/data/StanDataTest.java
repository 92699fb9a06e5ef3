package org.driftfield.stan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.driftfield.InputException;
import org.driftfield.stan.lang.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StanDataTest {
    @TempDir
    private Path folder;

    private StanData file(String name, String text) throws IOException {
        return StanData.read(Files.writeString(folder.resolve(name), text));
    }

    private static double[] values(StanData data, String name, Type type, int... dims) {
        return data.value(name, type, dims).value;
    }

    @Test
    void readsJson() throws IOException {
        StanData data = file("d.json", """
                {"N": 3, "x": [1, 2.5, "NaN"], "m": [[1, 2, 3], [4, 5, 6]], "e": [], "z": [[], []],
                 "inf": [Infinity, -Infinity, "-inf", "Inf", NaN], "note": "text", "meta": {"a": [1, {"b": 2}]},
                 "a": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]], "last": 7}
                """);
        assertThat(values(data, "N", Type.INT)).containsExactly(3);
        assertThat(values(data, "N", Type.REAL)).containsExactly(3);
        assertThat(values(data, "x", Type.VECTOR, 3)).containsExactly(1, 2.5, Double.NaN);
        assertThat(values(data, "m", Type.MATRIX, 2, 3)).containsExactly(1, 4, 2, 5, 3, 6);
        assertThat(values(data, "m", Type.REAL.array(2), 2, 3)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(values(data, "a", Type.MATRIX.array(1), 2, 2, 2)).containsExactly(1, 3, 2, 4, 5, 7, 6, 8);
        assertThat(values(data, "e", Type.MATRIX, 0, 4)).isEmpty();
        assertThat(values(data, "e", Type.INT.array(2), 3, 0)).isEmpty();
        assertThat(values(data, "z", Type.VECTOR.array(1), 2, 0)).isEmpty();
        assertThat(values(data, "inf", Type.VECTOR, 5))
                .containsExactly(
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        Double.POSITIVE_INFINITY,
                        Double.NaN);
        assertThat(values(data, "last", Type.INT)).containsExactly(7);
    }

    @Test
    void namesWhatDoesNotFit() throws IOException {
        StanData data = file(
                "d.json", "{\"N\": 2.5, \"y\": [1, 2], \"r\": [[1], [2, 3]], \"t\": \"a\", \"o\": {}, \"n\": [null]}");
        assertThatThrownBy(() -> data.value("N", Type.INT, new int[0]))
                .isInstanceOf(InputException.class)
                .hasMessage("d.json: 'N' must be int, but holds 2.5");
        assertThatThrownBy(() -> data.value("y", Type.VECTOR, new int[] {3}))
                .hasMessage("d.json: 'y' must be vector of sizes [3], but has sizes [2]");
        assertThatThrownBy(() -> data.value("x", Type.REAL, new int[0]))
                .hasMessage("d.json: no value for 'x', which the program declares as real");
        assertThatThrownBy(() -> data.value("r", Type.MATRIX, new int[] {2, 2}))
                .hasMessageContaining("rows of different lengths, 1 and 2");
        assertThatThrownBy(() -> data.value("t", Type.REAL, new int[0])).hasMessageContaining("the text 'a'");
        assertThatThrownBy(() -> data.value("o", Type.REAL, new int[0])).hasMessageContaining("an object");
        assertThatThrownBy(() -> data.value("n", Type.VECTOR, new int[] {1})).hasMessageContaining("null");
        assertThatThrownBy(() -> file("b.json", "{\"N\": [1, 2}"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("b.json line 1, column 12: not JSON");
        assertThatThrownBy(() -> file("c.json", "[1]")).hasMessageContaining("expected an object");
        assertThatThrownBy(() -> file("d.txt", "")).hasMessageContaining("must be a .json, .csv or .R file");
    }

    @Test
    void deepNestingIsAnErrorOfThatVariable() throws IOException {
        StanData data = file("d.json", "{\"x\": " + "[".repeat(900) + "1" + "]".repeat(900) + ", \"N\": 1}");
        assertThat(values(data, "N", Type.INT)).containsExactly(1);
        assertThatThrownBy(() -> data.value("x", Type.REAL, new int[0])).hasMessageContaining("nested");
    }

    @Test
    void readsWhatRDumps() throws IOException {
        StanData data = file("d.data.R", """
                # comment
                N <- 3L
                "y" <- c(1, -2.5e-3, NaN)
                m <- structure(c(1,2,3,4,5,6), .Dim = c(2L, 3L))
                k = 1:4; e <- integer(0)
                a <- structure(1:8, .Dim = c(2,2,2))
                """);
        assertThat(values(data, "N", Type.INT)).containsExactly(3);
        assertThat(values(data, "y", Type.VECTOR, 3)).containsExactly(1, -2.5e-3, Double.NaN);
        assertThat(values(data, "m", Type.MATRIX, 2, 3)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(values(data, "k", Type.INT.array(1), 4)).containsExactly(1, 2, 3, 4);
        assertThat(values(data, "e", Type.INT.array(1), 0)).isEmpty();
        assertThat(values(data, "a", Type.REAL.array(3), 2, 2, 2)).containsExactly(1, 5, 3, 7, 2, 6, 4, 8);
        assertThatThrownBy(() -> file("bad.R", "x <- c(1,\nfoo)"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("bad.R line 2");
        assertThatThrownBy(() -> file("bad.R", "x <- c(1,")).isInstanceOf(InputException.class);
    }

    @Test
    void readsTablesAndJava() throws IOException {
        StanData table = file("d.csv", "x,g\n1,a\n2.5,b\n");
        assertThat(values(table, "N", Type.INT)).containsExactly(2);
        assertThat(values(table, "x", Type.VECTOR, 2)).containsExactly(1, 2.5);
        assertThatThrownBy(() -> table.value("g", Type.VECTOR, new int[] {2})).hasMessageContaining("texts");
        StanData java = StanData.of(Map.of(
                "N", 3, "m", new double[][] {{1, 2}, {3, 4}}, "l", List.of(1, 2), "i", new int[] {4}));
        assertThat(values(java, "m", Type.MATRIX, 2, 2)).containsExactly(1, 3, 2, 4);
        assertThat(values(java, "l", Type.INT.array(1), 2)).containsExactly(1, 2);
        assertThat(values(java, "i", Type.INT.array(1), 1)).containsExactly(4);
        assertThat(java.fingerprint()).isNotEqualTo(java.with(Map.of("N", 4)).fingerprint());
    }
}
