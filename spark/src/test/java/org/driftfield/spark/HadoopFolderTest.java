package org.driftfield.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.driftfield.cli.fit.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders on file systems that Hadoop knows. */
class HadoopFolderTest {
    @TempDir
    Path folder;

    /** What is written, replaced and removed here is so there; nothing else is left; another one finds it. */
    @Test
    void whatIsHereComesThere() throws IOException {
        String given = folder.resolve("far").toUri().toString();
        try (Engine engine = new SparkEngine.Maker().open(new Engine.Place("local[2]", 0, List.of()))) {
            try (Engine.Folder own = engine.folder(given)) {
                Files.createDirectories(own.here().resolve("checkpoint"));
                Files.writeString(own.here().resolve("checkpoint/run.bin"), "half");
                own.publish();
                assertThat(folder.resolve("far/checkpoint/run.bin")).hasContent("half");
                Files.writeString(own.here().resolve("checkpoint/run.bin"), "three quarters");
                own.publish();
            }
            try (Engine.Folder again = engine.folder(given)) {
                assertThat(again.here().resolve("checkpoint/run.bin")).hasContent("three quarters");
                Files.delete(again.here().resolve("checkpoint/run.bin"));
                Files.writeString(again.here().resolve("fit.json"), "{}");
                again.publish();
            }
        }
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)).containsExactly(folder.resolve("far/fit.json"));
        }
    }
}
