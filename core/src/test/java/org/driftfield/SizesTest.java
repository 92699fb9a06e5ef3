package org.driftfield;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** In every module files stay short and rooms small enough to be known. */
class SizesTest {
    private static final int MOST_LINES = 450;
    private static final int MOST_FILES = 30;

    @Test
    void noFileIsLongAndNoRoomOverfull() throws IOException {
        Path root = Path.of(System.getProperty("driftfield.root"));
        Map<String, Long> lines = new TreeMap<>();
        Map<String, Integer> files = new TreeMap<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : modules.toList()) {
                Path main = module.resolve("src/main/java/org/driftfield");
                for (Path file : Files.isDirectory(main) ? sources(main) : List.<Path>of()) {
                    String room = main.relativize(file.getParent()).toString().replace('\\', '/');
                    files.merge(room, 1, Integer::sum);
                    try (Stream<String> text = Files.lines(file)) {
                        lines.put(root.relativize(file).toString(), text.count());
                    }
                }
            }
        }
        assertThat(lines).hasSizeGreaterThan(100);
        lines.values().removeIf(count -> count <= MOST_LINES);
        files.values().removeIf(count -> count <= MOST_FILES);
        assertThat(lines).isEmpty();
        assertThat(files).isEmpty();
    }

    private static List<Path> sources(Path main) throws IOException {
        try (Stream<Path> all = Files.walk(main)) {
            return all.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}
