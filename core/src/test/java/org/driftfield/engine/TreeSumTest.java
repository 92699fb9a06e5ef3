package org.driftfield.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TreeSumTest {
    private static final int WIDTH = 3;

    /** Values whose sum depends on the order of additions in its last digits, and in more than those. */
    private static double[][] leaves(int chunks, Random random) {
        double[][] leaves = new double[chunks][WIDTH];
        for (double[] leaf : leaves) {
            Arrays.setAll(leaf, j -> random.nextGaussian() * Math.pow(10, random.nextInt(16)));
        }
        return leaves;
    }

    /** The tree as it is defined, by recursion. */
    private static double[] byDefinition(double[][] leaves, int from, int size) {
        if (size == 1) {
            return leaves[from].clone();
        }
        double[] left = byDefinition(leaves, from, size / 2);
        if (from + size / 2 < leaves.length) {
            double[] right = byDefinition(leaves, from + size / 2, size / 2);
            Arrays.setAll(left, j -> left[j] + right[j]);
        }
        return left;
    }

    private static TreeSum run(double[][] leaves, int from, int to) {
        TreeSum tree = new TreeSum(WIDTH, from);
        for (int c = from; c < to; c++) {
            double[] sums = tree.next();
            assertThat(sums).containsOnly(0);
            System.arraycopy(leaves[c], 0, sums, 0, WIDTH);
        }
        return tree;
    }

    @Test
    void oneRunIsTheTree() {
        Random random = new Random(1);
        for (int chunks = 1; chunks < 70; chunks++) {
            double[][] leaves = leaves(chunks, random);
            int size = Integer.highestOneBit(2 * chunks - 1);
            assertThat(run(leaves, 0, chunks).total()).isEqualTo(byDefinition(leaves, 0, size));
        }
    }

    /** However the chunks are cut into runs, empty ones among them, the bits are those of one run. */
    @Test
    void partitionsDoNotMatter() {
        Random random = new Random(2);
        for (int round = 0; round < 300; round++) {
            int chunks = 1 + random.nextInt(100);
            double[][] leaves = leaves(chunks, random);
            int[] cuts = random.ints(random.nextInt(12), 0, chunks + 1).sorted().toArray();
            List<Subtree> all = new ArrayList<>();
            int from = 0;
            for (int k = 0; k <= cuts.length; k++) {
                int to = k < cuts.length ? cuts[k] : chunks;
                List<Subtree> own = run(leaves, from, to).subtrees();
                // The largest aligned subtrees of a run are at most two of each size.
                assertThat(own).hasSizeLessThanOrEqualTo(2 * (32 - Integer.numberOfLeadingZeros(chunks)));
                all.addAll(own);
                from = to;
            }
            assertThat(TreeSum.total(WIDTH, chunks, all))
                    .isEqualTo(run(leaves, 0, chunks).total());
        }
    }

    @Test
    void aRunThatIsMissingIsSeen() {
        double[][] leaves = leaves(10, new Random(3));
        List<Subtree> first = run(leaves, 0, 4).subtrees();
        List<Subtree> last = run(leaves, 5, 10).subtrees();
        List<Subtree> both = new ArrayList<>(first);
        both.addAll(last);
        assertThatThrownBy(() -> TreeSum.total(WIDTH, 10, both))
                .hasMessage("expected the sums of chunk 4, got those of 5");
        assertThatThrownBy(() -> TreeSum.total(WIDTH, 10, first))
                .hasMessage("expected the sums of 10 chunks, got those of 4");
    }

    @Test
    void noRowsHaveNoSum() {
        assertThat(TreeSum.total(WIDTH, 0, List.of())).containsOnly(0);
    }
}
