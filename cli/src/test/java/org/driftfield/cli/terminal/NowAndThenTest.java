package org.driftfield.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A terminal is drawn on no more than it is looked at, and left as it was. */
class NowAndThenTest {
    private static final String AWAY = "\r\u001b[K";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private Terminal terminal(boolean live) {
        PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return new Terminal(err, err, false, live);
    }

    private String said() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whereNothingWasDrawnNothingIsTakenAway() {
        new GroupProgress(terminal(true), false).close();
        new ProgressDisplay(terminal(true), false, "pmfvb").close();
        assertThat(said()).isEmpty();
    }

    @Test
    void aLineThatIsDrawnAgainDoesNotWrap() {
        try (NowAndThen line = new NowAndThen(terminal(true), 0)) {
            assertThat(line.isDue(99_999_999)).isFalse();
            assertThat(line.isDue(100_000_000)).isTrue();
            line.say("x".repeat(200), 100_000_000);
            assertThat(line.isDue(150_000_000)).isFalse();
        }
        assertThat(said()).isEqualTo(AWAY + "x".repeat(79) + AWAY);
    }

    @Test
    void linesOfAFileAreWhole() {
        try (NowAndThen line = new NowAndThen(terminal(false), 0)) {
            assertThat(line.isDue(1_999_999_999)).isFalse();
            line.say("x".repeat(200), 2_000_000_000);
            assertThat(line.isDue(6_999_999_999L)).isFalse();
            assertThat(line.isDue(7_000_000_000L)).isTrue();
        }
        assertThat(said()).isEqualTo("x".repeat(200) + System.lineSeparator());
    }
}
