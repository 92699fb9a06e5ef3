package org.driftfield.data;

/** What to do with a row that lacks a value the formula needs. */
public enum NaPolicy {
    /** Leave the row out and count it. */
    DROP,
    /** Stop, naming the row and the column. */
    ERROR
}
