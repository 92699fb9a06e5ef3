package org.driftfield.reproduce;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What an experiment has come to, for whoever asked for it.
 *
 * @param heading what was done
 * @param rows the table, its first row the heading; the best of each column with a star
 * @param notes what a reader of the table must know
 * @param page where all of it is shown
 * @param json the same for programs
 */
public record Told(String heading, List<List<String>> rows, List<String> notes, Path page, Map<String, Object> json) {}
