package org.driftfield.stan.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.stan.lang.Type;

/** Which elements of a value subscripts select. */
final class Selection {
    /** What one dimension is reduced to: an index from 0 for each place in the result; none where the dimension goes. */
    record Selector(int length, java.util.function.Function<Idx, Idx> index, boolean kept, Idx contiguousFrom) {}

    private final int[] baseStrides;
    private final List<Selector> selectors;
    private final int[] dims;
    private final int[] strides;

    Selection(Type type, int[] baseDims, List<Selector> selectors, Type result) {
        this.baseStrides = strides(type, baseDims);
        this.selectors = selectors;
        List<Integer> kept = new ArrayList<>();
        for (Selector selector : selectors) {
            if (selector.kept()) {
                kept.add(selector.length());
            }
        }
        this.dims = kept.stream().mapToInt(Integer::intValue).toArray();
        this.strides = strides(result, dims);
    }

    int[] dims() {
        return dims;
    }

    private static int[] strides(Type type, int[] dims) {
        int[] strides = new int[dims.length];
        int stride = 1;
        int n = dims.length;
        if (type.base() == Type.Base.MATRIX) {
            strides[n - 2] = 1;
            strides[n - 1] = dims[n - 2];
            stride = dims[n - 2] * dims[n - 1];
            n -= 2;
        }
        for (int i = n - 1; i >= 0; i--) {
            strides[i] = stride;
            stride *= dims[i];
        }
        return strides;
    }

    /** The flat index in the base of the element at a flat index of the result. */
    Idx base(Idx k) {
        Idx at = Idx.of(0);
        int kept = 0;
        for (int i = 0; i < selectors.size(); i++) {
            Selector selector = selectors.get(i);
            Idx own = Idx.of(0);
            if (selector.kept()) {
                own = dims.length == 1 ? k : digit(k, kept);
                kept++;
            }
            at = at.plus(selector.index().apply(own).times(baseStrides[i]));
        }
        return at;
    }

    private Idx digit(Idx k, int dimension) {
        int extent = dims[dimension];
        if (extent <= 1) {
            return Idx.of(0);
        }
        Idx quotient = k.over(strides[dimension]);
        int total = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        boolean slowest = strides[dimension] * extent == total;
        return slowest ? quotient : quotient.modulo(extent);
    }

    /** Where the result begins if it lies in the base in one piece and in order, else null. */
    Idx start() {
        Idx at = Idx.of(0);
        int kept = 0;
        for (int i = 0; i < selectors.size(); i++) {
            Selector selector = selectors.get(i);
            if (!selector.kept()) {
                at = at.plus(selector.index().apply(Idx.of(0)).times(baseStrides[i]));
                continue;
            }
            if (selector.contiguousFrom() == null || (baseStrides[i] != strides[kept] && selector.length() > 1)) {
                return null;
            }
            at = at.plus(selector.contiguousFrom().times(baseStrides[i]));
            kept++;
        }
        return at;
    }
}
