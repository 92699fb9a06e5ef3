package org.driftfield.reproduce;

import java.io.PrintStream;

/**
 * Where progress is shown.
 *
 * @param stream receives it
 * @param live whether a line can be drawn again there
 * @param quiet whether nothing is shown
 */
public record Screen(PrintStream stream, boolean live, boolean quiet) {}
