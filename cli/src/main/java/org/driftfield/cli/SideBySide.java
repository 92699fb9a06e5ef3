package org.driftfield.cli;

import java.util.Map;
import org.driftfield.report.Page;

/** Several fits of one kind of model beside each other. */
interface SideBySide {
    String text(Terminal terminal);

    /** For {@code --json}, by names. */
    Map<String, Object> json();

    Page page();

    /** What the page shows, in a few words. */
    String shown();
}
