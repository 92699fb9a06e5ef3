package org.driftfield.stan;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Whole programs with data, which several tests go through. */
public final class Corpus {
    private static final Path PROGRAMS = Path.of("src/test/resources/programs");

    private Corpus() {}

    /** Their names. */
    public static List<String> programs() throws IOException {
        List<String> names = new ArrayList<>();
        for (String folder : List.of("corpus", "posteriordb")) {
            try (Stream<Path> files = Files.list(PROGRAMS.resolve(folder))) {
                files.map(file -> folder + "/" + file.getFileName())
                        .filter(name -> name.endsWith(".stan"))
                        .sorted()
                        .forEach(names::add);
            }
        }
        return names;
    }

    /** A program with its data; the test is skipped where these are not at hand. */
    public static StanModel model(String program) throws IOException {
        return StanProgram.read(PROGRAMS.resolve(program)).with(data(program));
    }

    private static Path data(String program) throws IOException {
        Path own = PROGRAMS.resolve(program.replace(".stan", ".json"));
        if (Files.exists(own)) {
            return own;
        }
        Path shared = Path.of(System.getProperty("driftfield.data", "."), "posteriordb");
        assumeThat(shared).as("data of %s", program).isDirectory();
        String name = program.substring(program.indexOf('/') + 1).replace(".stan", "");
        try (Stream<Path> folders = Files.list(shared)) {
            return folders.filter(folder -> String.valueOf(folder.getFileName()).endsWith("-" + name))
                    .findFirst()
                    .orElseThrow()
                    .resolve("data.json");
        }
    }
}
