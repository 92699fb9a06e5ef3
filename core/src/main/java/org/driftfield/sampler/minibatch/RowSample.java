package org.driftfield.sampler.minibatch;

import org.driftfield.random.RandomStream;

/** Minibatches: so many of n observations, drawn without return. One instance serves one thread. */
final class RowSample {
    private final int[] deck;
    private final int[] swaps;
    private final int[] rows;

    RowSample(int n, int batch) {
        deck = new int[n];
        for (int i = 0; i < n; i++) {
            deck[i] = i;
        }
        swaps = new int[batch];
        rows = new int[batch];
    }

    /** A minibatch, in an array that the next one overwrites. */
    int[] draw(RandomStream random) {
        for (int k = 0; k < rows.length; k++) {
            swaps[k] = k + random.nextInt(deck.length - k);
            swap(k, swaps[k]);
            rows[k] = deck[k];
        }
        // Back in order, so that the next draw depends on its stream only.
        for (int k = rows.length - 1; k >= 0; k--) {
            swap(k, swaps[k]);
        }
        return rows;
    }

    private void swap(int a, int b) {
        int kept = deck[a];
        deck[a] = deck[b];
        deck[b] = kept;
    }
}
