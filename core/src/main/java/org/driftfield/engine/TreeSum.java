package org.driftfield.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Adds the sums of numbered chunks along one fixed binary tree: a node of level l is the sum of its two children of level
 * l - 1, the leaves are the chunks, and a node without a right child is its left one. The order of additions, and so every
 * bit, depends on the number of chunks alone. Whoever holds a run of chunks adds what it can, the largest subtrees that lie
 * within the run; {@link #total} adds the rest.
 */
public final class TreeSum {
    private final int width;
    private final List<Subtree> nodes = new ArrayList<>();
    private final ArrayDeque<double[]> spare = new ArrayDeque<>();
    private long next;
    private double[] open;

    /**
     * Sums of {@code width} numbers each.
     *
     * @param first the number of the first chunk that will be added
     */
    public TreeSum(int width, long first) {
        this.width = width;
        this.next = first;
    }

    /** Zeros, to which the sums of the next chunk are to be added; the chunk before counts as complete. */
    public double[] next() {
        complete();
        open = spare.isEmpty() ? new double[width] : spare.pop();
        Arrays.fill(open, 0);
        return open;
    }

    private void complete() {
        if (open != null) {
            push(new Subtree(0, next++, open));
            open = null;
        }
    }

    private void push(Subtree node) {
        Subtree last = node;
        while (!nodes.isEmpty() && nodes.get(nodes.size() - 1).isLeftOf(last)) {
            Subtree left = nodes.remove(nodes.size() - 1);
            add(left.sum(), last.sum());
            spare.push(last.sum());
            last = new Subtree(left.level() + 1, left.index() >> 1, left.sum());
        }
        nodes.add(last);
    }

    private static void add(double[] sum, double[] more) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += more[i];
        }
    }

    /** The sums of the largest subtrees within the chunks so far, in order. */
    public List<Subtree> subtrees() {
        complete();
        return List.copyOf(nodes);
    }

    /** The sum over all chunks, which must have begun with the first. */
    public double[] total() {
        complete();
        return total(width, next, nodes);
    }

    /**
     * The sum over all chunks from the subtrees of runs of them, in order.
     *
     * @param chunks how many chunks there are in all
     */
    public static double[] total(int width, long chunks, List<Subtree> subtrees) {
        TreeSum tree = new TreeSum(width, 0);
        for (Subtree subtree : subtrees) {
            if (subtree.from() != tree.next || subtree.sum().length != width) {
                throw new IllegalArgumentException(
                        "expected the sums of chunk " + tree.next + ", got those of " + subtree.from());
            }
            tree.next = subtree.to();
            tree.push(
                    new Subtree(subtree.level(), subtree.index(), subtree.sum().clone()));
        }
        if (tree.next != chunks) {
            throw new IllegalArgumentException("expected the sums of " + chunks + " chunks, got those of " + tree.next);
        }
        // What stands on the right has no right neighbour, and rises to the level of its left one unchanged.
        double[] right = null;
        for (int k = tree.nodes.size() - 1; k >= 0; k--) {
            double[] left = tree.nodes.get(k).sum();
            if (right != null) {
                add(left, right);
            }
            right = left;
        }
        return right == null ? new double[width] : right;
    }
}
