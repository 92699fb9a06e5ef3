package org.driftfield.kernel;

/**
 * A sum in an order that no register width changes: term {@code i} goes to lane {@code i mod 8}, and the lanes are added
 * in the tree ((0+4)+(2+6))+((1+5)+(3+7)). Registers of 2, 4 or 8 doubles hold the lanes in 4, 2 or 1 of them.
 */
final class LaneSum {
    static final int LANES = 8;

    private double lane0;
    private double lane1;
    private double lane2;
    private double lane3;
    private double lane4;
    private double lane5;
    private double lane6;
    private double lane7;

    LaneSum() {}

    LaneSum(
            double lane0,
            double lane1,
            double lane2,
            double lane3,
            double lane4,
            double lane5,
            double lane6,
            double lane7) {
        this.lane0 = lane0;
        this.lane1 = lane1;
        this.lane2 = lane2;
        this.lane3 = lane3;
        this.lane4 = lane4;
        this.lane5 = lane5;
        this.lane6 = lane6;
        this.lane7 = lane7;
    }

    void add(int i, double term) {
        switch (i % LANES) {
            case 0 -> lane0 += term;
            case 1 -> lane1 += term;
            case 2 -> lane2 += term;
            case 3 -> lane3 += term;
            case 4 -> lane4 += term;
            case 5 -> lane5 += term;
            case 6 -> lane6 += term;
            default -> lane7 += term;
        }
    }

    /** Adds the product without rounding it first. */
    void addProduct(int i, double a, double b) {
        switch (i % LANES) {
            case 0 -> lane0 = Math.fma(a, b, lane0);
            case 1 -> lane1 = Math.fma(a, b, lane1);
            case 2 -> lane2 = Math.fma(a, b, lane2);
            case 3 -> lane3 = Math.fma(a, b, lane3);
            case 4 -> lane4 = Math.fma(a, b, lane4);
            case 5 -> lane5 = Math.fma(a, b, lane5);
            case 6 -> lane6 = Math.fma(a, b, lane6);
            default -> lane7 = Math.fma(a, b, lane7);
        }
    }

    double total() {
        return ((lane0 + lane4) + (lane2 + lane6)) + ((lane1 + lane5) + (lane3 + lane7));
    }
}
