package org.driftfield.stan.tree;

/** Something about a program that is no error but that its author should know. */
public record Note(Position at, String text) {
    @Override
    public String toString() {
        return at + ": " + text;
    }
}
