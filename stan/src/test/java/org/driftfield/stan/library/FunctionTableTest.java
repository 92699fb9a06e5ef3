package org.driftfield.stan.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FunctionTableTest {
    /** What this says is expected is what the file must hold. */
    @Test
    void theIndexHasTheNamesThatTheCodeEnters() throws IOException {
        StringBuilder expected = new StringBuilder();
        for (String subject : Subjects.ALL) {
            expected.append(subject)
                    .append(' ')
                    .append(String.join(" ", FunctionTable.names(subject)))
                    .append('\n');
        }
        try (InputStream in = FunctionTable.class.getResourceAsStream(FunctionTable.INDEX)) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(expected.toString());
        }
    }
}
