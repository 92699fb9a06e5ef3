package org.driftfield.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.driftfield.InputException;
import org.driftfield.data.text.Decimal;
import org.driftfield.data.text.Messages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTest {
    @TempDir
    Path folder;

    private Table read(String content) throws IOException {
        return Table.read(write(content.getBytes(StandardCharsets.UTF_8)), CsvOptions.defaults());
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(folder.resolve("d.csv"), content);
    }

    private static void assertInput(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(InputException.class).hasMessage(message);
    }

    @Test
    void quotedFieldsHoldSeparatorsQuotesAndLineEnds() throws IOException {
        Table table = read("a,\"b \"\"x\"\", c\"\n\"1\",\"two\nlines\"\r\n\r\n 2 , \"late\" \n3,NA\n");
        assertThat(table.names()).containsExactly("a", "b \"x\", c");
        assertThat(table.numbers("a")).containsExactly(1, 2, 3);
        TextColumn text = (TextColumn) table.column("b \"x\", c");
        assertThat(text.get(0)).isEqualTo("two\nlines");
        assertThat(text.get(1)).isEqualTo("\"late\"");
        assertThat(text.get(2)).isNull();
        assertThat(table.where(0)).isEqualTo("d.csv line 2");
        assertThat(table.where(1)).isEqualTo("d.csv line 5");
        assertThat(table.where(2)).isEqualTo("d.csv line 6");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a;b\\n1,5;2\\n3,5;4 | 2 | b",
                "a\\tb\\n1\\t2 | 2 | b",
                "height, cm;weight, kg\\n1;2\\n3;4 | 2 | weight, kg",
                "a,b;c\\n1,2\\n3,4 | 2 | b;c",
                "one\\n1\\n2 | 1 | one",
            })
    void tellsTheSeparator(String content, int columns, String last) throws IOException {
        Table table = read(content.replace("\\n", "\n").replace("\\t", "\t"));
        assertThat(table.names()).hasSize(columns).endsWith(last);
    }

    @Test
    void readsGzipAndByteOrderMarkWhateverTheNameSays() throws IOException {
        byte[] plain = "\uFEFFx,gruß\n1,ä\n2,𝄞\n".getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        }
        for (byte[] content : new byte[][] {plain, packed.toByteArray()}) {
            Table table = Table.read(write(content), CsvOptions.defaults());
            assertThat(table.names()).containsExactly("x", "gruß");
            assertThat(((TextColumn) table.column("gruß")).levels()).containsExactly("ä", "𝄞");
        }
        byte[] random = new byte[200_000];
        new SplittableRandom(1).nextBytes(random);
        ByteArrayOutputStream large = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(large)) {
            out.write("x\n".getBytes(StandardCharsets.UTF_8));
            for (byte b : random) {
                out.write((b + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        Path cut = write(Arrays.copyOf(large.toByteArray(), large.size() / 2));
        assertInput(() -> Table.read(cut, CsvOptions.defaults()), "d.csv: the gzip data is damaged or cut off");
    }

    @Test
    void aColumnThatTurnsToTextLateKeepsItsSpelling() throws IOException {
        StringBuilder content = new StringBuilder("id,age\n");
        for (int i = 0; i < 100_000; i++) {
            content.append("00").append(i % 7).append(',').append(i % 90).append('\n');
        }
        Table table = read(content + "x1,n/a\n");
        TextColumn id = (TextColumn) table.column("id");
        assertThat(id.levels()).containsExactly("000", "001", "002", "003", "004", "005", "006", "x1");
        assertThat(id.get(100_000)).isEqualTo("x1");
        assertInput(() -> table.numbers("age"), "d.csv line 100002, column 'age': expected a number, got 'n/a'");
    }

    @Test
    void missingValuesAndChosenColumns() throws IOException {
        Path file = write("a,b,c\n1,-999,x\nNA,2,?\n,-999.0,null\n".getBytes(StandardCharsets.UTF_8));
        Table table = Table.read(file, CsvOptions.defaults());
        assertThat(table.numbers("a")).containsExactly(1, Double.NaN, Double.NaN);
        assertThat(((TextColumn) table.column("c")).codes()).containsExactly(0, -1, -1);
        Table some = Table.read(
                file, CsvOptions.defaults().withMissing(Set.of("-999")).withColumns(Set.of("b", "c")));
        assertThat(some.names()).containsExactly("b", "c");
        assertThat(some.numbers("b")).containsExactly(Double.NaN, 2, Double.NaN);
        assertThat(((TextColumn) some.column("c")).levels()).containsExactly("x", "?", "null");
        assertInput(() -> some.column("a"), "column 'a' of d.csv was not read");
        Table text = Table.read(file, CsvOptions.defaults().withText(Set.of("b")));
        assertThat(((TextColumn) text.column("b")).levels()).containsExactly("-999", "2", "-999.0");
        assertThat(text.numbers("b")).containsExactly(-999, 2, -999);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,b\\n1,2\\n3\\n | d.csv line 3: expected 2 fields, got 1",
                "a,b\\n1,2\\n3,4,5,6\\n | d.csv line 3: expected 2 fields, got more",
                "a,b,a\\n1,2,3 | d.csv: two columns are named 'a'",
                "a,,b\\n1,2,3 | d.csv: column 2 has no name in the header",
                "a,b\\n | d.csv: no rows after the header",
                "\\n\\n | d.csv: the file is empty, expected a header row",
                "a,b\\n1,\\0 | d.csv line 2: not a text file (NUL byte)",
                "a,b\\n1,~2~3 | d.csv line 2: text after a closing quote",
                "a,b\\n1,~2 | d.csv line 2: a quote is opened and never closed",
            })
    void refusesInOneLine(String content, String message) {
        String text = content.replace("\\n", "\n").replace("\\0", "\0").replace('~', '"');
        assertInput(() -> read(text), message);
    }

    @Test
    void refusesWhatIsNoTextFile() throws IOException {
        assertInput(() -> read(""), "d.csv: the file is empty, expected a header row");
        assertInput(
                () -> Table.read(folder, CsvOptions.defaults()),
                folder.getFileName() + ": is a directory, expected a CSV file");
        Path absent = folder.resolve("absent.csv");
        assertInput(() -> Table.read(absent, CsvOptions.defaults()), Messages.path(absent) + ": no such file");
        Path latin = write("a,b\n1,2\n3,gru\u00df\n".getBytes(StandardCharsets.ISO_8859_1));
        assertInput(() -> Table.read(latin, CsvOptions.defaults()), "d.csv line 3: not UTF-8 text");
        Path cutCharacter = write(new byte[] {'a', '\n', (byte) 0xc3});
        assertInput(() -> Table.read(cutCharacter, CsvOptions.defaults()), "d.csv line 2: not UTF-8 text");
    }

    @Test
    void hugeFieldsAndLinesAreRefusedEarly() throws IOException {
        Path file = folder.resolve("d.csv");
        byte[] block = new byte[1 << 20];
        for (String start : new String[] {"a,b\n1,x", "a,b\n1,\"x"}) {
            Arrays.fill(block, (byte) 'x');
            try (OutputStream out = Files.newOutputStream(file)) {
                out.write(start.getBytes(StandardCharsets.UTF_8));
                for (int i = 0; i < 20; i++) {
                    out.write(block);
                }
            }
            assertInput(
                    () -> Table.read(file, CsvOptions.defaults()),
                    "d.csv line 2: a field is longer than 1048576 characters (is a quote left open?)");
        }
        Arrays.fill(block, (byte) ',');
        Files.write(file, block);
        assertInput(() -> Table.read(file, CsvOptions.defaults()), "d.csv: more than 100000 columns in the header");
    }

    /** Whatever the bytes, the answer is a table or one line that says what is wrong. */
    @Test
    void randomBytesNeverCrash() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        byte[] good = "a,\"b\",c\n1,2.5,x\n\"3\",NA,\"y,\"\"z\"\"\"\n4,1e3,ü\n".getBytes(StandardCharsets.UTF_8);
        byte[] spice = {'"', ',', ';', '\n', '\r', '\t', 0, (byte) 0xff, 'e', '-', ' '};
        int tables = 0;
        for (int i = 0; i < 1_000; i++) {
            byte[] content = Arrays.copyOf(good, random.nextInt(good.length + 1));
            for (int k = random.nextInt(4); k > 0 && content.length > 0; k--) {
                content[random.nextInt(content.length)] = spice[random.nextInt(spice.length)];
            }
            try {
                tables += Table.read(write(content), CsvOptions.defaults()).rows() > 0 ? 1 : 0;
            } catch (InputException e) {
                assertThat(e.getMessage()).startsWith("d.csv").doesNotContain("\n");
            }
        }
        assertThat(tables).isGreaterThan(50);
    }

    @Test
    void messagesStayOnOneLine() throws IOException {
        Table table = read("\"<img\nonerror=x>\"\nplain\n");
        assertInput(
                () -> table.numbers("<img\nonerror=x>"),
                "d.csv line 3, column '<img\\nonerror=x>': expected a number, got 'plain'");
    }

    @Test
    void numbersAreRoundedAsByTheJdk() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 300_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            String text = switch (i % 4) {
                case 0 -> Double.toString(random.nextDouble(-1000, 1000));
                case 1 -> Double.toString(random.nextDouble());
                case 2 -> random.nextLong(1_000_000_000_000_000_000L) + "e" + random.nextInt(-25, 25);
                default -> Double.isFinite(value) ? Double.toString(value) : "0";
            };
            if (Decimal.parse(text) != Double.parseDouble(text)) {
                assertThat(Decimal.parse(text)).as(text).isEqualTo(Double.parseDouble(text));
            }
        }
        for (String text : new String[] {"0", "-0.0", ".5", "5.", "+1", "00012", "1e5", "1E-400", "9007199254740993"}) {
            assertThat(Decimal.parse(text)).as(text).isEqualTo(Double.parseDouble(text));
        }
        assertThat(Decimal.parse("-Inf")).isEqualTo(Double.NEGATIVE_INFINITY);
        for (String text :
                new String[] {"", "-", ".", "1d", "0x10", "1e", "1e+", "1 2", "NaN", "1.2.3", ".Inf", "1,5"}) {
            assertThat(Decimal.parse(text)).as(text).isNaN();
        }
    }
}
