package org.driftfield.models.network;

import java.util.ArrayList;
import java.util.List;
import org.driftfield.data.Column;
import org.driftfield.data.NaPolicy;
import org.driftfield.data.Table;
import org.driftfield.models.network.recipe.Task;
import org.driftfield.random.RandomStream;

/** Small made-up data. */
public final class TestRows {
    private TestRows() {}

    /** Three normal inputs; a curve of them with noise, or the class it falls into. */
    public static Table table(int n, Task task, long seed) {
        RandomStream random = RandomStream.of(seed, 0, 0, 0);
        double[][] x = new double[3][n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                x[j][i] = random.nextNormal();
            }
            double curve = x[0][i] - x[1][i] * x[1][i] + 0.3 * random.nextNormal();
            y[i] = switch (task) {
                case REGRESSION -> 50 + 10 * curve;
                case BINARY -> curve > -0.7 ? 1 : 0;
                case MULTICLASS -> curve > 0 ? 2 : curve > -1.5 ? 1 : 0;
            };
        }
        List<Column> columns = new ArrayList<>();
        for (int j = 0; j < 3; j++) {
            columns.add(Column.of("x" + j, x[j]));
        }
        columns.add(Column.of("y", y));
        return Table.of("rows", columns);
    }

    public static NetworkData data(int n, Task task, double validation, double test) {
        return NetworkData.of(
                table(n, task, 1),
                "y",
                task,
                NetworkData.Part.fraction(validation),
                NetworkData.Part.fraction(test),
                NaPolicy.ERROR,
                1);
    }
}
