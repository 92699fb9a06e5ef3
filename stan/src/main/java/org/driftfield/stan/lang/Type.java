package org.driftfield.stan.lang;

/**
 * The type of a value of the language: a base and how many array dimensions stand around it. Sizes are not part of it.
 *
 * @param base what one element of the array is, or the value itself
 * @param arrays the number of array dimensions, 0 for none
 */
public record Type(Base base, int arrays) {
    /** What is not an array. */
    public enum Base {
        VOID("void", 0),
        INT("int", 0),
        REAL("real", 0),
        VECTOR("vector", 1),
        ROW_VECTOR("row_vector", 1),
        MATRIX("matrix", 2);

        private final String word;
        private final int dimensions;

        Base(String word, int dimensions) {
            this.word = word;
            this.dimensions = dimensions;
        }

        /** How many sizes one such value has. */
        public int dimensions() {
            return dimensions;
        }
    }

    public static final Type VOID = new Type(Base.VOID, 0);
    public static final Type INT = new Type(Base.INT, 0);
    public static final Type REAL = new Type(Base.REAL, 0);
    public static final Type VECTOR = new Type(Base.VECTOR, 0);
    public static final Type ROW_VECTOR = new Type(Base.ROW_VECTOR, 0);
    public static final Type MATRIX = new Type(Base.MATRIX, 0);

    /** An array of such values, with {@code more} dimensions around it. */
    public Type array(int more) {
        return new Type(base, arrays + more);
    }

    /** How many sizes a value has: those of the arrays first, then those of the vector or matrix. */
    public int dimensions() {
        return arrays + base.dimensions();
    }

    // The equality that a record has by itself is put together when it is first used, which costs more than reading a
    // program.
    @Override
    public boolean equals(Object other) {
        return other instanceof Type type && type.base == base && type.arrays == arrays;
    }

    @Override
    public int hashCode() {
        return 31 * base.word.hashCode() + arrays;
    }

    /** As the language writes it: {@code array[,] vector}. */
    @Override
    public String toString() {
        return arrays == 0 ? base.word : "array[" + ",".repeat(arrays - 1) + "] " + base.word;
    }
}
