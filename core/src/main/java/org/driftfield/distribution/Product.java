package org.driftfield.distribution;

import static org.driftfield.InputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.driftfield.random.RandomStream;

/** Independent distributions side by side. */
public final class Product implements Distribution {
    static final int CODE = 4;

    private final List<Distribution> parts;
    private final int[] part;
    private final int[] start;

    private Product(List<? extends Distribution> parts) {
        require(!parts.isEmpty(), "a product must have at least one part, got none");
        this.parts = List.copyOf(parts);
        int dimension = parts.stream().mapToInt(Distribution::dimension).sum();
        part = new int[dimension];
        start = new int[dimension];
        int at = 0;
        for (int p = 0; p < parts.size(); p++) {
            int size = parts.get(p).dimension();
            Arrays.fill(part, at, at + size, p);
            Arrays.fill(start, at, at + size, at);
            at += size;
        }
    }

    /** The product of the given distributions, in that order. */
    public static Product of(List<? extends Distribution> parts) {
        return new Product(parts);
    }

    @Override
    public int dimension() {
        return part.length;
    }

    @Override
    public boolean tied() {
        return parts.stream().anyMatch(Distribution::tied);
    }

    /** The part that coordinate j belongs to. */
    public Distribution part(int j) {
        return parts.get(part[j]);
    }

    @Override
    public double mean(int j) {
        return parts.get(part[j]).mean(j - start[j]);
    }

    @Override
    public double covariance(int j, int k) {
        return part[j] == part[k] ? parts.get(part[j]).covariance(j - start[j], k - start[k]) : 0;
    }

    @Override
    public double meanInverse(int j) {
        return parts.get(part[j]).meanInverse(j - start[j]);
    }

    @Override
    public double expect(int j, DoubleUnaryOperator f) {
        return parts.get(part[j]).expect(j - start[j], f);
    }

    @Override
    public double entropy() {
        return parts.stream().mapToDouble(Distribution::entropy).sum();
    }

    @Override
    public void sample(RandomStream random, double[] out, int at) {
        int next = at;
        for (Distribution p : parts) {
            p.sample(random, out, next);
            next += p.dimension();
        }
    }

    @Override
    public double[] encode() {
        List<double[]> codes = parts.stream().map(Distribution::encode).toList();
        double[] code =
                new double[2 + codes.stream().mapToInt(c -> 1 + c.length).sum()];
        code[0] = CODE;
        code[1] = codes.size();
        int at = 2;
        for (double[] inner : codes) {
            code[at] = inner.length;
            System.arraycopy(inner, 0, code, at + 1, inner.length);
            at += 1 + inner.length;
        }
        return code;
    }

    static Product decode(double[] code) {
        List<Distribution> parts = new ArrayList<>();
        int at = 2;
        for (int p = 0; p < (int) code[1]; p++) {
            int length = (int) code[at];
            parts.add(Distribution.decode(Arrays.copyOfRange(code, at + 1, at + 1 + length)));
            at += 1 + length;
        }
        return of(parts);
    }
}
