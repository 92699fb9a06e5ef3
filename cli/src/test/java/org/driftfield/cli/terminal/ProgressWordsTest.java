package org.driftfield.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.driftfield.driver.Progress.Event;
import org.driftfield.driver.Progress.Phase;
import org.driftfield.driver.Trace;
import org.driftfield.driver.TraceColumns;
import org.junit.jupiter.api.Test;

class ProgressWordsTest {
    private static Event event(long made, long most) {
        Trace trace = Trace.of(
                List.of(TraceColumns.TRAIN_LOSS, TraceColumns.VALIDATION_NLL), new double[] {-12345.678, -12345.678});
        return new Event(Phase.SETTLING, made, made, most, () -> 0, trace, null);
    }

    /** A line is cut off where a terminal ends: with the largest numbers that are met, the time left stands before that. */
    @Test
    void theTimeLeftIsNotCutOff() {
        ProgressWords words = new ProgressWords("pmfvb");
        long begun = System.nanoTime();
        long hour = 3_600_000_000_000L;
        words.hear(event(10, 12_345_678), begun);
        words.hear(event(1_234_567, 12_345_678), begun + hour);
        String line = words.of(event(1_234_567, 12_345_678), begun + hour, true);
        assertThat(line).contains("validation.nll -1.235e+04");
        assertThat(line.substring(0, NowAndThen.WIDTH)).contains("1234567/12345678  about 9 h 00 min left");
    }
}
