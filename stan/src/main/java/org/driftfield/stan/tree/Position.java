package org.driftfield.stan.tree;

/** A place in a program, for messages; lines and columns from 1. */
public record Position(String file, int line, int column) {
    /** As messages begin: {@code m.stan line 12, column 7}. */
    @Override
    public String toString() {
        return file + " line " + line + ", column " + column;
    }
}
