package org.driftfield.report;

import static org.driftfield.InputException.require;

import java.util.List;

/**
 * One part of a page: a heading, what it shows explained to somebody who sees it for the first time, and the content.
 *
 * @param heading also the entry in the table of contents
 * @param explanation a sentence or two, may be empty
 * @param contents what is shown, in order
 */
public record Section(String heading, String explanation, List<Content> contents) {
    public Section {
        require(!heading.isBlank(), "the heading of a section must not be blank");
        contents = List.copyOf(contents);
    }

    public Section(String heading, String explanation, Content... contents) {
        this(heading, explanation, List.of(contents));
    }
}
