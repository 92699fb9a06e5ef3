package org.driftfield.stan.library.function;

import java.util.Arrays;
import org.driftfield.stan.library.Arg;
import org.driftfield.stan.library.Op;

/**
 * The log density of observations with the states of a Markov chain summed out: of the log densities given each state, one column a
 * time, the transitions and the initial probabilities. Each step of the forward pass is divided by its sum; what is left for the way
 * back are the filtered probabilities and the weights that led to them.
 */
record HiddenMarkov() implements Op {
    @Override
    public int[] dims(Arg[] a) {
        return new int[0];
    }

    @Override
    public int workspace(Arg[] a) {
        return 2 * a[0].size + 2 * a[0].dims[0];
    }

    @Override
    public void forward(Arg[] a, Arg out, double[] work, int workAt) {
        int k = a[0].dims[0];
        int steps = a[0].dims[1];
        out.set(0, 0);
        if (steps == 0) {
            return;
        }
        StateSpace.check(a);
        int weights = workAt + a[0].size;
        double log = 0;
        for (int n = 0; n < steps; n++) {
            int here = n * k;
            double high = Double.NEGATIVE_INFINITY;
            for (int j = 0; j < k; j++) {
                high = Math.max(high, a[0].get(here + j));
            }
            double sum = 0;
            for (int j = 0; j < k; j++) {
                double chance = n == 0 ? a[2].get(j) : 0;
                for (int i = 0; i < k && n > 0; i++) {
                    chance += work[workAt + here - k + i] * a[1].get(j * k + i);
                }
                double weight = Math.exp(a[0].get(here + j) - high);
                work[weights + here + j] = weight;
                work[workAt + here + j] = chance * weight;
                sum += chance * weight;
            }
            for (int j = 0; j < k; j++) {
                work[weights + here + j] /= sum;
                work[workAt + here + j] /= sum;
            }
            log += high + Math.log(sum);
        }
        out.set(0, log);
    }

    @Override
    public void reverse(Arg[] a, Arg out, double[] work, int workAt) {
        int k = a[0].dims[0];
        int steps = a[0].dims[1];
        int weights = workAt + a[0].size;
        int ahead = weights + a[0].size;
        int weighted = ahead + k;
        double adjoint = out.adjoint[out.adjointAt];
        Arrays.fill(work, ahead, ahead + k, 1);
        for (int n = steps - 1; n >= 0; n--) {
            int here = n * k;
            for (int j = 0; j < k; j++) {
                work[weighted + j] = work[weights + here + j] * work[ahead + j];
                if (a[0].adjoint != null) {
                    a[0].addAdjoint(here + j, adjoint * work[workAt + here + j] * work[ahead + j]);
                }
            }
            if (n == 0) {
                for (int j = 0; j < k && a[2].adjoint != null; j++) {
                    a[2].addAdjoint(j, adjoint * work[weighted + j]);
                }
                return;
            }
            for (int i = 0; i < k; i++) {
                double before = work[workAt + here - k + i];
                double sum = 0;
                for (int j = 0; j < k; j++) {
                    sum += a[1].get(j * k + i) * work[weighted + j];
                    if (a[1].adjoint != null) {
                        a[1].addAdjoint(j * k + i, adjoint * before * work[weighted + j]);
                    }
                }
                work[ahead + i] = sum;
            }
        }
    }
}
