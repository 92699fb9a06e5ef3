package org.driftfield.transform;

/** No constraint: x = y. */
public record Identity(int size) implements Transform {
    @Override
    public int freeSize() {
        return size;
    }

    @Override
    public double constrain(double[] y, int yAt, double[] x, int xAt, double[] work, int workAt) {
        System.arraycopy(y, yAt, x, xAt, size);
        return 0;
    }

    @Override
    public void reverse(
            double[] y,
            int yAt,
            double[] x,
            int xAt,
            double[] xAdjoint,
            int xAdjointAt,
            double jacobianAdjoint,
            double[] yAdjoint,
            int yAdjointAt,
            double[] work,
            int workAt) {
        for (int i = 0; i < size; i++) {
            yAdjoint[yAdjointAt + i] += xAdjoint[xAdjointAt + i];
        }
    }

    @Override
    public void free(double[] x, int xAt, double[] y, int yAt) {
        System.arraycopy(x, xAt, y, yAt, size);
    }

    @Override
    public String fault(double[] x, int xAt) {
        return null;
    }
}
