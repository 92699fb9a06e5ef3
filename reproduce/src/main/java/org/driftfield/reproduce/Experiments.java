package org.driftfield.reproduce;

import static org.driftfield.InputException.require;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.driftfield.InputException;

/** The experiments by name. */
enum Experiments {
    LOGISTIC(1, null),
    VOLATILITY(1, null),
    SIMULATION(10, null),
    HILDA(
            10,
            "train.csv, validation.csv and test.csv, the last column the target: the survey may not be passed on, so you must"
                    + " have applied for it"),
    CENSUS(
            10,
            "adult.data and adult.test as downloaded from the UCI repository, or adult_train.csv and adult_test.csv");

    private final int replicates;
    private final String data;

    /** {@code data} says what the folder of {@code --data} must hold; null where the experiment makes its own. */
    Experiments(int replicates, String data) {
        this.replicates = replicates;
        this.data = data;
    }

    static Experiments of(String text) {
        for (Experiments one : values()) {
            if (one.text().equals(text)) {
                return one;
            }
        }
        throw new InputException("the experiment must be one of "
                + Arrays.stream(values()).map(Experiments::text).collect(Collectors.joining(", ")) + ", got '" + text
                + "'");
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    int replicates() {
        return replicates;
    }

    void requireData(Path folder) {
        if (data == null) {
            require(folder == null, "--data belongs to hilda and census, %s makes its own data", text());
            return;
        }
        require(folder != null, "reproduce %s needs --data, a folder with %s", text(), data);
        require(Files.isDirectory(folder), "--data must be a folder with %s; %s is none", data, folder);
    }

    Experiment with(Request request) {
        return switch (this) {
            case LOGISTIC -> new LogisticExperiment(request);
            case VOLATILITY -> new VolatilityExperiment(request);
            case SIMULATION -> new NetworkExperiment(request, new SimulatedRegression(request));
            case HILDA -> new NetworkExperiment(request, new HildaFiles(request));
            case CENSUS -> new NetworkExperiment(request, new CensusFiles(request));
        };
    }
}
