package org.driftfield.stan.library;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.driftfield.random.RandomStream;
import org.driftfield.stan.lang.Type;

/**
 * Random arguments from short words: a kind of number, and after a colon a shape. Kinds: r real, p positive, u between 0 and
 * 1, s between -1 and 1, t above 1, b 0 or 1, c from 0 to 6, k from 1 to 3, a number itself, [1,2] an array of integers. Shapes: v vector, w row, a array, m
 * matrix, av array of vectors and so on, 3 long unless a digit follows. Others: spd, chol, corr, cholcorr, simplex, ordered, lower, stoch.
 */
final class Samples {
    private final RandomStream random;

    Samples(long seed) {
        random = RandomStream.of(seed, 0, 0, 0);
    }

    Bench.Sample of(String word) {
        if (word.startsWith("[")) {
            double[] integers = Arrays.stream(
                            word.substring(1, word.length() - 1).split(",", -1))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            return Bench.Sample.free(Bench.integers(integers));
        }
        String[] parts = word.split(":", -1);
        String kind = parts[0];
        String shape = parts.length > 1 ? parts[1] : "";
        int n = shape.matches(".*\\d") ? shape.charAt(shape.length() - 1) - '0' : 3;
        String letters = shape.replaceAll("\\d", "");
        return switch (kind) {
            case "spd", "chol", "corr", "cholcorr", "simplex", "ordered", "lower", "stoch", "sym" ->
                special(kind, letters, n);
            default -> Bench.Sample.free(plain(kind, letters, n));
        };
    }

    private Arg plain(String kind, String letters, int n) {
        boolean integer = "bck".contains(kind) || kind.matches("-?\\d+");
        Type.Base base = integer ? Type.Base.INT : Type.Base.REAL;
        int arrays = 0;
        for (int at = 0; at < letters.length(); at++) {
            switch (letters.charAt(at)) {
                case 'a' -> arrays++;
                case 'v' -> base = Type.Base.VECTOR;
                case 'w' -> base = Type.Base.ROW_VECTOR;
                case 'm' -> base = Type.Base.MATRIX;
                default -> throw new IllegalArgumentException(letters);
            }
        }
        Type type = new Type(base, arrays);
        int[] dims = new int[type.dimensions()];
        Arrays.fill(dims, n);
        if (arrays > 0 && dims.length > 1) {
            dims[0] = 2;
        }
        int size = 1;
        for (int m : dims) {
            size *= m;
        }
        double[] x = new double[size];
        for (int i = 0; i < size; i++) {
            x[i] = number(kind);
        }
        return Arg.constant(type, x, dims);
    }

    private double number(String kind) {
        double u = random.nextDouble();
        return switch (kind) {
            case "r" -> random.nextNormal();
            case "p" -> Math.exp(0.7 * random.nextNormal());
            case "u" -> 0.05 + 0.9 * u;
            case "s" -> 1.8 * u - 0.9;
            case "t" -> 1.1 + 2 * u;
            case "b" -> Math.floor(2 * u);
            case "c" -> Math.floor(7 * u);
            case "k" -> 1 + Math.floor(3 * u);
            default -> Double.parseDouble(kind);
        };
    }

    private Bench.Sample special(String kind, String letters, int n) {
        int copies = letters.contains("a") ? 2 : 1;
        boolean square = !kind.equals("simplex") && !kind.equals("ordered");
        int size = square ? n * n : n;
        double[] all = new double[copies * size];
        List<double[]> directions = new ArrayList<>();
        for (int c = 0; c < copies; c++) {
            double[] x = one(kind, n);
            System.arraycopy(x, 0, all, c * size, size);
            for (int[] pair : moves(kind, n)) {
                double[] direction = new double[all.length];
                direction[c * size + pair[0]] = 1;
                if (pair[1] >= 0) {
                    direction[c * size + pair[1]] = kind.equals("simplex") || kind.equals("stoch") ? -1 : 1;
                }
                directions.add(direction);
            }
        }
        Type type = new Type(square ? Type.Base.MATRIX : Type.Base.VECTOR, copies - 1);
        int[] one = square ? new int[] {n, n} : new int[] {n};
        int[] dims = copies == 1 ? one : square ? new int[] {2, n, n} : new int[] {2, n};
        return new Bench.Sample(Arg.constant(type, all, dims), directions);
    }

    private static List<int[]> moves(String kind, int n) {
        List<int[]> moves = new ArrayList<>();
        for (int j = 0; j < n; j++) {
            switch (kind) {
                case "simplex" -> {
                    if (j > 0) {
                        moves.add(new int[] {j, 0});
                    }
                }
                case "ordered" -> moves.add(new int[] {j, -1});
                default -> {
                    for (int i = 0; i < n; i++) {
                        if (kind.equals("stoch")) {
                            if (j > 0) {
                                moves.add(new int[] {j * n + i, i});
                            }
                        } else if (i == j ? !kind.equals("corr") : i > j) {
                            boolean symmetric = kind.equals("spd") || kind.equals("corr") || kind.equals("sym");
                            moves.add(new int[] {j * n + i, symmetric && i > j ? i * n + j : -1});
                        }
                    }
                }
            }
        }
        return moves;
    }

    private double[] one(String kind, int n) {
        if (kind.equals("simplex")) {
            double[] x = new double[n];
            double sum = 0;
            for (int i = 0; i < n; i++) {
                x[i] = 0.2 + random.nextDouble();
                sum += x[i];
            }
            for (int i = 0; i < n; i++) {
                x[i] /= sum;
            }
            return x;
        }
        if (kind.equals("ordered")) {
            double[] x = new double[n];
            double sum = -1;
            for (int i = 0; i < n; i++) {
                sum += 0.3 + random.nextDouble();
                x[i] = sum;
            }
            return x;
        }
        if (kind.equals("stoch")) {
            double[] x = new double[n * n];
            for (int i = 0; i < n; i++) {
                double[] row = one("simplex", n);
                for (int j = 0; j < n; j++) {
                    x[j * n + i] = row[j];
                }
            }
            return x;
        }
        double[] l = new double[n * n];
        for (int i = 0; i < n; i++) {
            double norm = 0;
            for (int j = 0; j <= i; j++) {
                l[j * n + i] = i == j ? 0.7 + random.nextDouble() : 0.6 * random.nextNormal();
                norm += l[j * n + i] * l[j * n + i];
            }
            if (kind.endsWith("corr")) {
                for (int j = 0; j <= i; j++) {
                    l[j * n + i] /= Math.sqrt(norm);
                }
            }
        }
        if (kind.startsWith("chol") || kind.equals("lower")) {
            return l;
        }
        double[] x = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    x[j * n + i] += l[k * n + i] * l[k * n + j];
                }
            }
        }
        return x;
    }
}
