package org.driftfield.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.driftfield.reproduce.Contender.Way;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Means and standard deviations against those computed by hand. */
class ResultTableTest {
    private static final List<Contender> METHODS =
            List.of(new Contender(Way.SGLD, "Method A", "", ""), new Contender(Way.PSGLD, "Method B", "", ""));
    private static final List<Score> COLUMNS = List.of(
            Score.ranked("pps", "PPS", "", 2),
            Score.plain("ratio", "ratio", "", 1),
            Score.ranked("mse", "MSE", "", 1).asMinor(),
            Score.cpuMinutes());

    @TempDir
    Path folder;

    private static Replicate replicate(String method, int k, double pps, double ratio, double cpu, String failed) {
        Map<String, Double> scores = failed == null ? Map.of("pps", pps, "ratio", ratio, "mse", 1.0) : Map.of();
        return new Replicate(method, "", k, k, scores, cpu, 1, 10, true, "", failed);
    }

    /** PPS of A: 1, 2, 6 have mean 3 and squares 4 + 1 + 9 = 14 over 2, sd √7; of B: 3 and 4, the third failed. */
    private static ResultTable table() {
        PaperRow paper = PaperRow.of("B", 10, new String[] {"pps"}, 5, 0.25, 16.29);
        return ResultTable.of(
                METHODS,
                COLUMNS,
                List.of(
                        replicate("sgld", 1, 1, 2, 60, null),
                        replicate("psgld", 1, 3, 0.5, 30, null),
                        replicate("sgld", 2, 2, 2, 120, null),
                        replicate("psgld", 2, 4, 0.5, 30, null),
                        replicate("sgld", 3, 6, 2, 180, null),
                        replicate("psgld", 3, 0, 0, 600, "the weights ran away")),
                Map.of("psgld", paper));
    }

    @Test
    void theMarkdownHasMeansWithTheirSpreadTheBestInBoldAndThePapersRowBelow() {
        assertThat(table().markdown("Title", List.of("a note"))).isEqualTo("""
                ## Title

                | method | PPS | ratio | CPU (min) |
                |---|---:|---:|---:|
                | Method A | **3.00** (2.65) | 2.0 (0.0) | 2.00 (1.00) |
                | Method B | 3.50 (0.71) | 0.5 (0.0) | **0.50** (0.00) |
                | ↳ the paper's B | 5.00 (0.25) | – | 16.29 |

                - a note
                """);
    }

    @Test
    void theCsvHasAllColumnsInFull() throws Exception {
        Path file = folder.resolve("table.csv");
        table().writeCsv(file, Effort.QUICK);
        assertThat(Files.readString(file)).isEqualTo("""
                method,source,effort,replicates,pps_mean,pps_sd,ratio_mean,ratio_sd,mse_mean,mse_sd,cpu_min_mean,cpu_min_sd
                sgld,driftfield,quick,3,3,%s,2,0,1,0,2,1
                psgld,driftfield,quick,2,3.5,%s,0.5,0,1,0,0.5,0
                psgld,paper,paper,10,5,0.25,NA,NA,NA,NA,16.29,NA
                """.formatted(Math.sqrt(7), Math.sqrt(0.5)));
    }

    @Test
    void oneReplicateHasNoSpreadAndOneMethodIsNotTheBest() {
        ResultTable alone =
                ResultTable.of(METHODS.subList(0, 1), COLUMNS, List.of(replicate("sgld", 1, 1, 2, 60, null)), Map.of());
        assertThat(alone.markdown("", List.of())).contains("| Method A | 1.00 | 2.0 | 1.00 |");
    }

    /** A takes 10 s, B, which was never run, is taken to take as long; 3 s of A's second replicate are over. */
    @Test
    void theTimeLeftIsThatOfAllRemainingReplicates() {
        TimeLeft left = new TimeLeft(METHODS, 2);
        left.finished("sgld", 10);
        assertThat(left.seconds("sgld", 3, Double.NaN)).isEqualTo(7 + 2 * 10);
        left.finished("psgld", 20);
        assertThat(left.seconds("sgld", 3, Double.NaN)).isEqualTo(7 + 20);
        assertThat(new TimeLeft(METHODS, 1).seconds("sgld", 3, 0.25)).isEqualTo(9 + 12);
    }
}
