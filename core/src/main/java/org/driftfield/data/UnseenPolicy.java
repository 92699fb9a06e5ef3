package org.driftfield.data;

/** What to do with a row of new data whose category the training data did not have. */
public enum UnseenPolicy {
    /** Stop, naming the value and the known ones. */
    ERROR,
    /** Keep the row, fill it with NaN and flag it. */
    FLAG
}
