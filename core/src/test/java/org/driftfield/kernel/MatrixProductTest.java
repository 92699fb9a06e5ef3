package org.driftfield.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MatrixProductTest {
    private static double[] numbers(int count, long seed) {
        return new SplittableRandom(seed).doubles(count, -1, 1).toArray();
    }

    private static double[] transposed(double[] a, int height, int width) {
        double[] out = new double[a.length];
        for (int i = 0; i < height; i++) {
            for (int j = 0; j < width; j++) {
                out[j * height + i] = a[i * width + j];
            }
        }
        return out;
    }

    /** A chain of k products in float is off by less than (k + 2) 2^-24 times the sum of their sizes. */
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "5, 3, 16", "50, 50, 14", "1, 51, 51", "7, 20, 300", "6, 513, 17"})
    void isWhatTheSumsSay(int rows, int inner, int columns) {
        double[] a = numbers(rows * inner, 1);
        double[] b = numbers(inner * columns, 2);
        double[] out = numbers(rows * columns, 3);
        double[] before = out.clone();
        MatrixProduct product = new MatrixProduct();
        // What is left over from a larger product must not show.
        product.left(numbers(900, 4), 0, 30, 30)
                .right(numbers(900, 5), 0, 30, 30)
                .addTo(1, new double[900], 0);
        product.left(a, 0, rows, inner).right(b, 0, inner, columns).addTo(2, out, 0);
        for (int i = 0; i < rows; i++) {
            for (int c = 0; c < columns; c++) {
                double sum = 0;
                for (int k = 0; k < inner; k++) {
                    sum += a[i * inner + k] * b[k * columns + c];
                }
                double within = 2 * (inner + 2) * inner * 0x1p-24;
                assertThat(Math.abs(out[i * columns + c] - before[i * columns + c] - 2 * sum))
                        .isLessThan(within);
            }
        }
        double[] turned = before.clone();
        product.leftTransposed(transposed(a, rows, inner), 0, inner, rows)
                .rightTransposed(transposed(b, inner, columns), 0, columns, inner)
                .addTo(2, turned, 0);
        assertThat(turned).isEqualTo(out);
    }

    static Stream<Arguments> sizes() {
        return Stream.of(
                Arguments.of(50, 50, 14), Arguments.of(1, 51, 51), Arguments.of(2, 9, 70), Arguments.of(9, 4, 280));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void givesTheSameBitsWithoutTheVectorUnit(int rows, int inner, int columns) {
        LayerKernels vector = Perceptron.vectorLayers();
        if (vector == null) {
            return;
        }
        double[] a = numbers(rows * inner, 1);
        double[] b = numbers(inner * columns, 2);
        double[] one = new double[rows * columns];
        double[] other = new double[rows * columns];
        new MatrixProduct(vector)
                .left(a, 0, rows, inner)
                .right(b, 0, inner, columns)
                .addTo(1, one, 0);
        new MatrixProduct(new ScalarLayers())
                .left(a, 0, rows, inner)
                .right(b, 0, inner, columns)
                .addTo(1, other, 0);
        assertThat(one).isEqualTo(other);
    }
}
