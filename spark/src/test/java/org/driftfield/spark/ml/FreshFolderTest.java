package org.driftfield.spark.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.driftfield.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one run writes is whole or not there, and what another wrote stays. */
class FreshFolderTest {
    @TempDir
    Path folder;

    /** A file system that can do no more than every one can. */
    public static final class Plain extends RawLocalFileSystem {
        @Override
        public java.net.URI getUri() {
            return java.net.URI.create("plain:///");
        }
    }

    private static Configuration hadoop() {
        Configuration hadoop = new Configuration();
        hadoop.set("fs.plain.impl", Plain.class.getName());
        return hadoop;
    }

    private static void write(FreshFolder fresh) throws IOException {
        Path beside = Path.of(fresh.beside().replaceFirst("^\\w+:/*", "/"));
        Files.createDirectories(beside.resolve("inner"));
        Files.writeString(beside.resolve("inner/rows.csv"), "own");
    }

    private String names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(Path::getFileName).toList().toString();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "plain"})
    void itIsThereOnceItIsWhole(String system) throws IOException {
        Path out = folder.resolve("out.csv");
        try (FreshFolder fresh = new FreshFolder(system + "://" + out, hadoop())) {
            write(fresh);
            assertThat(out).doesNotExist();
            fresh.keep();
        }
        assertThat(out.resolve("inner/rows.csv")).hasContent("own");
        assertThat(names()).isEqualTo("[out.csv]");
        assertThatThrownBy(() -> new FreshFolder(out.toString(), hadoop()))
                .isInstanceOf(InputException.class)
                .hasMessage(out + " exists already; give another --out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "plain"})
    void whatAnotherRunWroteMeanwhileStays(String system) throws IOException {
        Path out = folder.resolve("out.csv");
        String given = system + "://" + out;
        try (FreshFolder fresh = new FreshFolder(given, hadoop())) {
            write(fresh);
            Files.createDirectories(out);
            Files.writeString(out.resolve("theirs.csv"), "theirs");
            assertThatThrownBy(fresh::keep)
                    .isInstanceOf(InputException.class)
                    .hasMessage(given + " exists already; give another --out");
        }
        assertThat(names()).isEqualTo("[out.csv]");
        try (Stream<Path> all = Files.list(out)) {
            assertThat(all).containsExactly(out.resolve("theirs.csv"));
        }
    }

    @Test
    void aFailureLeavesNothing() throws IOException {
        try (FreshFolder fresh = new FreshFolder(folder.resolve("out.csv").toString(), hadoop())) {
            write(fresh);
        }
        assertThat(names()).isEqualTo("[]");
    }
}
