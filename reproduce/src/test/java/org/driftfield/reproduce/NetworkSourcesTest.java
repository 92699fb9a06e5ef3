package org.driftfield.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.driftfield.InputException;
import org.driftfield.models.network.NetworkData;
import org.driftfield.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows that networks are compared on. */
class NetworkSourcesTest {
    @TempDir
    Path folder;

    private Request request() {
        return new Request(1, 1, Effort.TINY, List.of(), folder, 1, 30);
    }

    /** 5 + 10·1 + 10/5 + 5·3·(-1) - 2 + 5 + 5·2 + 2·4 + 10/2 + 5·0.5·2 + 5·4 + 5·3 = 68. */
    @Test
    void theRegressionFunctionIsThePapers() {
        double[] x = {1, 2, 3, -1, 2, 4, 1, 0.5, 2, 3, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9};
        assertThat(SimulatedRegression.mean(x)).isEqualTo(68);
    }

    /**
     * Sample covariances of 20,000 rows have a standard error of at most √(2/20,000) = 0.01. Five of them allow each of the
     * 211 to fail once in two million.
     */
    @Test
    void inputsHaveThePapersCovarianceAndTheNoiseVarianceOne() {
        int n = 20_000;
        double[][] products = new double[SimulatedRegression.INPUTS][SimulatedRegression.INPUTS];
        double noise = 0;
        double[] x = new double[SimulatedRegression.INPUTS];
        for (int i = 0; i < n; i++) {
            double residual = SimulatedRegression.draw(RandomStream.of(4, 0, 0, i), x) - SimulatedRegression.mean(x);
            noise += residual * residual / n;
            for (int j = 0; j < x.length; j++) {
                for (int k = 0; k <= j; k++) {
                    products[j][k] += x[j] * x[k] / n;
                }
            }
        }
        for (int j = 0; j < x.length; j++) {
            for (int k = 0; k <= j; k++) {
                assertThat(products[j][k] - Math.pow(0.5, j - k)).isBetween(-0.05, 0.05);
            }
        }
        assertThat(noise).isBetween(0.95, 1.05);
    }

    @Test
    void everyReplicateHasRowsOfItsOwn() {
        SimulatedRegression source = new SimulatedRegression(request());
        assertThat(source.data(1).train().y()).isEqualTo(source.data(1).train().y());
        assertThat(source.data(1).train().y())
                .isNotEqualTo(source.data(2).train().y());
    }

    private static String row(int i, String separator, String end) {
        return List.of(
                                String.valueOf(20 + i % 50),
                                i % 7 == 0 ? "?" : "Private",
                                "" + (1000 + 37 * i % 991),
                                i % 3 == 0 ? "HS-grad" : "Bachelors",
                                "9",
                                "Never-married",
                                i % 2 == 0 ? "Sales" : "Adm-clerical",
                                "Own-child",
                                "White",
                                i % 2 == 0 ? "Male" : "Female",
                                "" + (i % 11 == 0 ? 5000 : 0),
                                "0",
                                "" + (30 + i % 20),
                                "United-States",
                                i % 4 == 0 ? ">50K" : "<=50K")
                        .stream()
                        .collect(Collectors.joining(separator))
                + end;
    }

    private static String rows(int from, int to, String separator, String end) {
        return IntStream.range(from, to).mapToObj(i -> row(i, separator, end)).collect(Collectors.joining("\n")) + "\n";
    }

    @Test
    void censusFilesAsDownloadedAndCleanedAreTheSame() throws Exception {
        Files.writeString(folder.resolve("adult.data"), rows(0, 200, ", ", "") + "\n");
        Files.writeString(folder.resolve("adult.test"), "|1x3 Cross validator\n" + rows(200, 300, ", ", ".") + "\n");
        CensusFiles original = new CensusFiles(request());
        NetworkData downloaded = original.data(3);
        assertThat(original.description().get("Data"))
                .isEqualTo(
                        "adult.data and adult.test, complete rows only: 171 and 86 (29 and 14 with a missing value are"
                                + " left out)");
        Files.delete(folder.resolve("adult.data"));
        Files.delete(folder.resolve("adult.test"));
        String header = "age,workclass,fnlwgt,education,education_num,marital_status,occupation,relationship,race,sex,"
                + "capital_gain,capital_loss,hours_per_week,native_country,income\n";
        Files.writeString(folder.resolve("adult_train.csv"), header + rows(0, 200, ",", ""));
        try (var zipped = new GZIPOutputStream(Files.newOutputStream(folder.resolve("adult_test.csv.gz")))) {
            zipped.write((header + rows(200, 300, ",", "")).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        NetworkData cleaned = new CensusFiles(request()).data(3);
        assertThat(cleaned.train().x()).isEqualTo(downloaded.train().x());
        assertThat(cleaned.validation().y()).isEqualTo(downloaded.validation().y());
        assertThat(cleaned.test().y()).isEqualTo(downloaded.test().y());
        assertThat(cleaned.test().count()).isEqualTo(86);
        // A fifth of each class.
        assertThat(cleaned.validation().count()).isBetween(33, 35);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "1, 2, 3 # adult.data line 201: expected 15 fields, got 3",
                "x,Private,1,A,9,B,C,D,E,F,0,0,40,G,>50K # adult.data line 201, column 'age': expected a number, got 'x'",
                "30,Private,1,A,9,B,C,D,E,F,0,0,40,G,50K # adult.data line 201: expected <=50K or >50K, got '50K'"
            })
    void aWrongLineOfTheCensusIsNamed(String line, String message) throws Exception {
        Files.writeString(folder.resolve("adult.data"), rows(0, 200, ", ", "") + line + "\n");
        Files.writeString(folder.resolve("adult.test"), rows(200, 300, ", ", "."));
        assertThatThrownBy(() -> new CensusFiles(request()))
                .isInstanceOf(InputException.class)
                .hasMessage(message);
    }
}
