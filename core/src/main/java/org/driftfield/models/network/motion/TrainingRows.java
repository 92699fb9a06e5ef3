package org.driftfield.models.network.motion;

import java.io.Serializable;
import org.driftfield.data.EncodedRows;
import org.driftfield.data.Split;
import org.driftfield.kernel.Minibatch;
import org.driftfield.models.network.line.LogVariance;
import org.driftfield.random.StreamKeys;

/** The training rows, in a random order, so that any stretch of them is a random minibatch. */
public final class TrainingRows implements Serializable {
    private static final long serialVersionUID = 1L;

    public final int n;
    /** Rows of a minibatch. */
    final int batch;

    public final float[] x;
    public final float[] y;
    /** The target is predicted as centre + spread times the output. */
    public final double centre;

    public final double spread;
    /** How often each row counts; null where all count once. */
    final float[] precision;

    private final int inputs;
    /** The inputs column by column, from which stretches of rows are taken fast; made where they are needed. */
    private transient volatile float[] columns;

    public TrainingRows(EncodedRows train, double centre, double spread, int batch, long seed) {
        this(train, centre, spread, null, batch, seed);
    }

    /** @param variance how the noise depends on the inputs; null where it does not */
    public TrainingRows(EncodedRows train, double centre, double spread, LogVariance variance, int batch, long seed) {
        this.n = train.count();
        this.batch = Math.min(batch, n);
        this.centre = centre;
        this.spread = spread;
        this.inputs = train.inputs();
        this.x = new float[train.x().length];
        this.y = new float[n];
        int[] order = Split.shuffled(n, seed ^ StreamKeys.Order.TRAINING);
        for (int i = 0; i < n; i++) {
            System.arraycopy(train.x(), order[i] * inputs, x, i * inputs, inputs);
            y[i] = (float) ((train.y()[order[i]] - centre) / spread);
        }
        this.precision = variance == null ? null : new float[n];
        for (int i = 0; variance != null && i < n; i++) {
            double sd = variance.sd(x, i * inputs);
            precision[i] = (float) (1 / (sd * sd));
        }
    }

    private float[] columns() {
        float[] made = columns;
        if (made == null) {
            made = new float[x.length];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < inputs; j++) {
                    made[j * n + i] = x[i * inputs + j];
                }
            }
            columns = made;
        }
        return made;
    }

    Minibatch minibatch() {
        return new Minibatch(inputs, batch);
    }

    /** Fills a minibatch with the rows from {@code first} on, going round at the end. */
    void fill(Minibatch rows, int first) {
        rows.stretch(columns(), y, null, first, batch);
    }

    /** As {@link #fill(Minibatch, int)}, with a weight for each row. */
    void fill(Minibatch rows, int first, float[] weights) {
        rows.stretch(columns(), y, weights, first, batch);
    }
}
