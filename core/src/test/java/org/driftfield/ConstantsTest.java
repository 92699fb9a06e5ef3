package org.driftfield;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/constants.md has every constant that tunes a method, with its value. */
class ConstantsTest {
    private static final Path ROOT = Path.of(System.getProperty("driftfield.root"));

    private static final Set<String> PACKAGES = Set.of(
            "engine",
            "distribution",
            "dynamics",
            "driver",
            "posterior",
            "meanfield",
            "sampler",
            "diagnostics",
            "assessment",
            "models");

    /** Numbers that are no choice: codes and versions in files, counts of what is counted, limits of Java. */
    private static final Set<String> NO_CHOICE =
            Set.of("CODE", "WEAK", "MOST_NUMBERS", "BUFFER", "SPACER", "VERSION", "ALIGNMENT", "SCALARS", "MIDDLE");

    private static final Pattern CONSTANT = Pattern.compile(
            "(?m)^( +)(?:public |private )?static final (?:int|double|long) ([A-Z][A-Z_0-9]*) = (-?[0-9][0-9_.e-]*);");

    private static final Pattern TYPE = Pattern.compile(
            "(?m)^( *)(?:public |private |sealed |static |final |abstract )*(?:class|record|interface|enum) (\\w+)");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+\\.[A-Z_0-9]+)` \\| (\\S+) \\| (.+) \\|$");

    @Test
    void theTableIsTrueAndComplete() throws IOException {
        Map<String, String> code = new TreeMap<>();
        for (String name : PACKAGES) {
            Path folder = ROOT.resolve("core/src/main/java/org/driftfield").resolve(name);
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(file -> read(file, code));
            }
        }
        Map<String, String> told = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(ROOT.resolve("docs/constants.md")));
        while (row.find()) {
            told.put(row.group(1), row.group(2));
        }
        assertThat(told).isEqualTo(code);
    }

    private static void read(Path file, Map<String, String> code) {
        try {
            String source = Files.readString(file);
            List<String> names = new ArrayList<>();
            List<String> values = new ArrayList<>();
            Matcher constant = CONSTANT.matcher(source);
            while (constant.find()) {
                String type = owner(
                        source.substring(0, constant.start()), constant.group(1).length());
                names.add(type + "." + constant.group(2));
                values.add(constant.group(3));
            }
            for (int i = 0; i < names.size(); i++) {
                int places = places(values, i);
                if (places > 1) {
                    i += places - 1;
                } else if (!NO_CHOICE.contains(
                        names.get(i).substring(names.get(i).indexOf('.') + 1))) {
                    code.put(names.get(i), values.get(i));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many constants from i on are 0, 1, 2, …: places in an array, not choices. */
    private static int places(List<String> values, int i) {
        int count = 0;
        while (i + count < values.size() && values.get(i + count).equals(String.valueOf(count))) {
            count++;
        }
        return count;
    }

    /** The type that was begun last of those that stand one step further to the left. */
    private static String owner(String before, int indent) {
        Matcher type = TYPE.matcher(before);
        String last = "";
        while (type.find()) {
            last = type.group(1).length() == indent - 4 ? type.group(2) : last;
        }
        return last;
    }
}
