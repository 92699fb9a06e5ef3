/**
 * Self-contained HTML pages about a fit.
 *
 * <p>A {@link org.driftfield.report.Page} is a title and a list of {@link org.driftfield.report.Section}s; a section is a
 * heading, a sentence or two for a newcomer, and {@link org.driftfield.report.Content}: words, tables and charts. {@link
 * org.driftfield.report.FitSections} holds the sections that reports and comparisons of fits have in common.
 *
 * <p>A page is one file that fetches nothing. Everything a caller passes in is treated as hostile: it reaches the page as
 * escaped text or as JSON, never as markup or script.
 */
package org.driftfield.report;
