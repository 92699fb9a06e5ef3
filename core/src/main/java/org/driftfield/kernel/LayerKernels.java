package org.driftfield.kernel;

/**
 * One implementation of the loops of a {@link Perceptron} over a tile of rows. Every implementation returns the same
 * bits: a product is a chain of fused multiply-adds in the order of its index, a sum over rows follows the lanes of
 * {@link LaneSum}.
 *
 * <p>Values of a tile are stored unit after unit, {@link #STRIDE} apart, and {@code rows} is a multiple of
 * {@link #PANEL}. Weights are packed in blocks of {@link #UNITS} units, so that no loop has an edge: a block is one
 * group of starting values (the biases), then one group for each unit of the layer that is summed over.
 */
interface LayerKernels {
    /** Rows a micro kernel works on: two registers of eight floats. */
    int PANEL = 16;

    /** Units a micro kernel works on. With two registers of rows that makes ten sums in the 16 registers of AVX2. */
    int UNITS = 5;

    /** Largest number of rows in a tile. */
    int TILE = 256;

    /**
     * The distance between units. A constant, and no sum of two powers of two, which the compiler would multiply by shifts:
     * only with a plain product does it prove once per loop that the indices are inside their arrays. An odd number of half
     * cache lines, because units a power of two apart would compete for the same cache sets.
     */
    int STRIDE = 280;

    /** Sums in a block of weight gradients. */
    int SUMS = 10;

    /** Floats kept for a block of weight gradients. */
    int BLOCK = 16;

    /** Rows of working space behind the outputs that {@link #likelihood} needs. */
    int WORK = 3;

    String description();

    /** Whether the machine has the registers that this implementation wants. */
    default boolean suitsMachine() {
        return true;
    }

    /** above = w · below for all blocks of the {@code upper} units, negative values replaced by 0 where {@code relu}. */
    void forward(
            float[] below,
            int belowAt,
            int lower,
            float[] packed,
            int packedAt,
            int upper,
            int rows,
            boolean relu,
            float[] above,
            int aboveAt);

    /** out = (wᵀ · delta) ∘ derivative, the derivative of the activation being a function of its value {@code below}. */
    void backward(
            float[] delta,
            int deltaAt,
            int upper,
            float[] packed,
            int packedAt,
            int lower,
            int rows,
            Activation activation,
            float[] below,
            int belowAt,
            float[] out,
            int outAt);

    /** Adds delta · belowᵀ, summed over the rows, to the blocks of {@code sums}; {@code columns} counts the bias. */
    void weightGradient(
            float[] delta,
            int deltaAt,
            int upper,
            float[] below,
            int belowAt,
            int columns,
            int rows,
            float[] sums,
            int sumsAt);

    void tanh(float[] values, int at, int units, int rows);

    /**
     * The log-likelihood of the rows, summed in float within a tile; {@code outputs} become its derivatives. A row counts
     * {@code present} times, which is 0 for padding.
     */
    double likelihood(
            OutputLikelihood likelihood,
            float[] outputs,
            int at,
            int units,
            int rows,
            float[] targets,
            float[] present,
            int firstRow);

    /** A block of weight gradients is five units above by two below, or one by ten where few are above. */
    static int blockHeight(int upper) {
        return upper <= 2 ? 1 : UNITS;
    }

    /** Sum n of a block stands where adding up the lanes of eight registers by halves leaves it. */
    static int position(int n) {
        return (n & 8) | (n & 1) << 2 | (n & 2) | (n & 4) >> 2;
    }

    static int blocks(int units, int size) {
        return (units + size - 1) / size;
    }
}
