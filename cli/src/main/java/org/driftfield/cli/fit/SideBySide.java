package org.driftfield.cli.fit;

import java.util.Map;
import org.driftfield.cli.terminal.Terminal;
import org.driftfield.report.Page;

/** Several fits of one kind of model beside each other. */
public interface SideBySide {
    String text(Terminal terminal);

    /** For {@code --json}, by names. */
    Map<String, Object> json();

    Page page();

    /** What the page shows, in a few words. */
    String shown();
}
