package org.driftfield.stan.library;

/** The four operations element by element; a scalar goes with every element of the other. */
public enum Arithmetic implements Op {
    PLUS("+"),
    MINUS("-"),
    TIMES("*"),
    DIVIDE("/");

    private final String sign;

    Arithmetic(String sign) {
        this.sign = sign;
    }

    @Override
    public int[] dims(Arg[] arguments) {
        return BinaryOp.common(sign, arguments[0], arguments[1]);
    }

    @Override
    public void forward(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg x = arguments[0];
        Arg y = arguments[1];
        int p = Rule.scalar(x.type) ? 0 : 1;
        int q = Rule.scalar(y.type) ? 0 : 1;
        double[] a = x.value;
        double[] b = y.value;
        double[] c = out.value;
        int n = out.size;
        int i = x.at;
        int j = y.at;
        int k = out.at;
        switch (this) {
            case PLUS -> {
                for (int e = 0; e < n; e++) {
                    c[k + e] = a[i + e * p] + b[j + e * q];
                }
            }
            case MINUS -> {
                for (int e = 0; e < n; e++) {
                    c[k + e] = a[i + e * p] - b[j + e * q];
                }
            }
            case TIMES -> {
                for (int e = 0; e < n; e++) {
                    c[k + e] = a[i + e * p] * b[j + e * q];
                }
            }
            case DIVIDE -> {
                for (int e = 0; e < n; e++) {
                    c[k + e] = a[i + e * p] / b[j + e * q];
                }
            }
        }
    }

    @Override
    public void reverse(Arg[] arguments, Arg out, double[] work, int workAt) {
        Arg x = arguments[0];
        Arg y = arguments[1];
        int p = Rule.scalar(x.type) ? 0 : 1;
        int q = Rule.scalar(y.type) ? 0 : 1;
        double[] w = out.adjoint;
        int k = out.adjointAt;
        int n = out.size;
        if (x.adjoint != null) {
            double[] d = x.adjoint;
            int at = x.adjointAt;
            int j = y.at;
            switch (this) {
                case PLUS, MINUS -> {
                    for (int e = 0; e < n; e++) {
                        d[at + e * p] += w[k + e];
                    }
                }
                case TIMES -> {
                    for (int e = 0; e < n; e++) {
                        d[at + e * p] += w[k + e] * y.value[j + e * q];
                    }
                }
                case DIVIDE -> {
                    for (int e = 0; e < n; e++) {
                        d[at + e * p] += w[k + e] / y.value[j + e * q];
                    }
                }
            }
        }
        if (y.adjoint != null) {
            double[] d = y.adjoint;
            int at = y.adjointAt;
            int i = x.at;
            switch (this) {
                case PLUS -> {
                    for (int e = 0; e < n; e++) {
                        d[at + e * q] += w[k + e];
                    }
                }
                case MINUS -> {
                    for (int e = 0; e < n; e++) {
                        d[at + e * q] -= w[k + e];
                    }
                }
                case TIMES -> {
                    for (int e = 0; e < n; e++) {
                        d[at + e * q] += w[k + e] * x.value[i + e * p];
                    }
                }
                case DIVIDE -> {
                    for (int e = 0; e < n; e++) {
                        d[at + e * q] -= w[k + e] * out.value[out.at + e] / y.value[y.at + e * q];
                    }
                }
            }
        }
    }
}
