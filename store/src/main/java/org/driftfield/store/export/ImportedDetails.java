package org.driftfield.store.export;

import java.util.List;

/**
 * What is known of a fit that another program made.
 *
 * @param program what the fitted program is called
 * @param files the files of its draws
 */
public record ImportedDetails(String program, List<String> files) {}
