package org.driftfield.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.driftfield.data.text.Utf8Reader;

/** Tells the separator of a CSV file from its first lines. */
final class Separator {
    private static final char[] CANDIDATES = {',', ';', '\t'};
    private static final int LINES = 20;
    private static final int CHARACTERS = 1 << 16;

    private Separator() {}

    /**
     * Among the candidates that occur equally often (outside quotes) in every one of the first lines the most frequent;
     * if there is none, the most frequent in the header; a comma where none occurs at all.
     */
    static char detect(Path file, String source) {
        char[] text = new char[CHARACTERS];
        int length = 0;
        try (Utf8Reader reader = Utf8Reader.open(file, source)) {
            while (length < CHARACTERS) {
                int read = reader.read(text, length, CHARACTERS - length);
                if (read < 0) {
                    break;
                }
                length += read;
            }
        } catch (IOException e) {
            throw CsvLoader.unreadable(e, source);
        }
        List<int[]> lines = count(text, length);
        char best = ',';
        int bestScore = 0;
        for (int c = 0; c < CANDIDATES.length; c++) {
            int inHeader = lines.get(0)[c];
            int candidate = c;
            boolean steady = lines.stream().allMatch(line -> line[candidate] == inHeader);
            int score = inHeader == 0 ? 0 : inHeader + (steady ? CHARACTERS : 0);
            if (score > bestScore) {
                bestScore = score;
                best = CANDIDATES[c];
            }
        }
        return best;
    }

    /** For each of the first lines that are complete how often each candidate occurs outside quotes. */
    private static List<int[]> count(char[] text, int length) {
        List<int[]> lines = new ArrayList<>();
        int[] counts = new int[CANDIDATES.length];
        boolean quoted = false;
        boolean blank = true;
        for (int i = 0; i < length && lines.size() < LINES; i++) {
            char c = text[i];
            if (c == '"') {
                quoted = !quoted;
                blank = false;
            } else if (!quoted && (c == '\n' || c == '\r')) {
                if (!blank) {
                    lines.add(counts);
                    counts = new int[CANDIDATES.length];
                    blank = true;
                }
            } else {
                blank = false;
                for (int k = 0; k < CANDIDATES.length; k++) {
                    counts[k] += !quoted && c == CANDIDATES[k] ? 1 : 0;
                }
            }
        }
        if (lines.isEmpty()) {
            lines.add(counts);
        }
        return lines;
    }
}
