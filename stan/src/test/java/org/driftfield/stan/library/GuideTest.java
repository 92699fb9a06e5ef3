package org.driftfield.stan.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of functions in the guide is the table of the library. */
class GuideTest {
    @Test
    void theGuideListsEveryFunction() throws IOException {
        Path guide = Path.of(System.getProperty("driftfield.root", ".."), "docs", "stan-functions.md");
        Set<String> listed = Files.readAllLines(guide).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> there = Library.names().stream()
                .filter(name -> name.chars().allMatch(Character::isJavaIdentifierPart))
                .filter(name -> !name.endsWith("_lupdf") && !name.endsWith("_lupmf"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed)
                .as("write it again with 'driftfield check --functions'")
                .isEqualTo(there);
    }
}
