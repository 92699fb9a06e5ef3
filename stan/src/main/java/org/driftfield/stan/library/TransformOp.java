package org.driftfield.stan.library;

import org.driftfield.transform.Transform;

/** From free numbers to vectors or matrices under a constraint, {@code count} of them, with the log Jacobian last. */
public record TransformOp(Transform transform, int count) implements Op {
    @Override
    public int[] dims(Arg[] arguments) {
        return new int[] {count * transform.size() + 1};
    }

    @Override
    public int workspace(Arg[] arguments) {
        return count * transform.workspace();
    }

    @Override
    public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg free = arguments[0];
        double logJacobian = 0;
        for (int k = 0; k < count; k++) {
            logJacobian += transform.constrain(
                    free.value,
                    free.at + k * transform.freeSize(),
                    out.value,
                    out.at + k * transform.size(),
                    work,
                    workAt + k * transform.workspace());
        }
        out.value[out.at + out.size - 1] = logJacobian;
    }

    @Override
    public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg free = arguments[0];
        double byJacobian = out.adjoint[out.adjointAt + out.size - 1];
        for (int k = 0; k < count; k++) {
            transform.reverse(
                    free.value,
                    free.at + k * transform.freeSize(),
                    out.value,
                    out.at + k * transform.size(),
                    out.adjoint,
                    out.adjointAt + k * transform.size(),
                    byJacobian,
                    free.adjoint,
                    free.adjointAt + k * transform.freeSize(),
                    work,
                    workAt + k * transform.workspace());
        }
    }
}
