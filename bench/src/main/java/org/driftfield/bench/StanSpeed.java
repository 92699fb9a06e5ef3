package org.driftfield.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.driftfield.model.FreeModel;
import org.driftfield.random.RandomStream;
import org.driftfield.stan.StanModel;
import org.driftfield.stan.StanProgram;

/**
 * What a gradient of a program in the Stan language costs, in microseconds of this thread's CPU time: compiled, on the tape, and
 * beside them what Stan (C++, rstan 2.21, -O3, per leapfrog) took on another machine, so that ratios can be read but not
 * differences. First, in the virtual machine that has just started, the time from the text of a program to its first gradient.
 */
public final class StanSpeed {
    private static final int REPEATS = 60;
    private static final long LONG_ENOUGH = 20_000_000;
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private StanSpeed() {}

    /** A program with its data. */
    private record Case(String name, String stan, String asked, String text, Map<String, ?> data) {}

    private static final String LOGISTIC = """
            data { int N; int K; matrix[N, K] X; array[N] int<lower=0, upper=1> y; }
            parameters { real a; vector[K] b; }
            model {
              a ~ normal(0, 2);
              b ~ normal(0, 1);
              LIKELIHOOD
            }
            """;

    private static List<Case> cases() {
        double[] returns = normals(500, 1);
        int rows = 10_000;
        int columns = 20;
        double[] numbers = normals(rows * columns, 2);
        double[][] x = new double[rows][columns];
        int[] y = new int[rows];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(numbers, i * columns, x[i], 0, columns);
            y[i] = x[i][0] + x[i][1] > 0.3 ? 1 : 0;
        }
        Map<String, ?> logistic = Map.of("N", rows, "K", columns, "X", x, "y", y);
        return List.of(
                new Case(
                        "eight schools",
                        "3.4",
                        "0.2",
                        """
                        data { int<lower=0> J; array[J] real y; array[J] real<lower=0> sigma; }
                        parameters { real mu; real<lower=0> tau; vector[J] theta_trans; }
                        transformed parameters { vector[J] theta = mu + tau * theta_trans; }
                        model {
                          theta_trans ~ normal(0, 1);
                          y ~ normal(theta, sigma);
                          mu ~ normal(0, 5);
                          tau ~ cauchy(0, 5);
                        }
                        """,
                        Map.of(
                                "J", 8,
                                "y", new double[] {28, 8, -3, 7, -1, 1, 18, 12},
                                "sigma", new double[] {15, 10, 16, 11, 9, 11, 10, 18})),
                new Case("stochastic volatility, T = 500", "91", "12", """
                        data { int<lower=0> T; vector[T] y; }
                        parameters { real mu; real<lower=-1, upper=1> phi; real<lower=0> sigma; vector[T] h_std; }
                        transformed parameters {
                          vector[T] h = h_std * sigma;
                          h[1] /= sqrt(1 - phi * phi);
                          h += mu;
                          for (t in 2:T) h[t] += phi * (h[t - 1] - mu);
                        }
                        model {
                          phi ~ uniform(-1, 1);
                          sigma ~ cauchy(0, 5);
                          mu ~ cauchy(0, 10);
                          h_std ~ std_normal();
                          y ~ normal(0, exp(h / 2));
                        }
                        """, Map.of("T", 500, "y", returns)),
                new Case("GARCH(1,1), T = 200", "29", "8", """
                        data { int<lower=0> T; array[T] real y; real<lower=0> sigma1; }
                        parameters {
                          real mu; real<lower=0> alpha0; real<lower=0, upper=1> alpha1; real<lower=0, upper=1 - alpha1> beta1;
                        }
                        model {
                          array[T] real sigma;
                          sigma[1] = sigma1;
                          for (t in 2:T)
                            sigma[t] = sqrt(alpha0 + alpha1 * square(y[t - 1] - mu) + beta1 * square(sigma[t - 1]));
                          y ~ normal(mu, sigma);
                        }
                        """, Map.of("T", 200, "y", normals(200, 3), "sigma1", 0.5)),
                new Case(
                        "logistic, 10,000 x 20, vector",
                        "1437",
                        "300",
                        LOGISTIC.replace("LIKELIHOOD", "y ~ bernoulli_logit(a + X * b);"),
                        logistic),
                new Case(
                        "logistic, 10,000 x 20, loop",
                        "",
                        "300",
                        LOGISTIC.replace("LIKELIHOOD", "for (n in 1:N) y[n] ~ bernoulli_logit(a + X[n] * b);"),
                        logistic));
    }

    private static double[] normals(int n, int key) {
        RandomStream random = RandomStream.of(1, key, 0, 0);
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = random.nextNormal();
        }
        return values;
    }

    public static void main(String[] args) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        List<Case> cases = cases();
        // Programs are read and compiled on a thread of their own, so the wall clock.
        long start = System.nanoTime();
        StanModel first = model(cases.get(0));
        first.evaluator().evaluate(point(first), new double[first.dimension()]);
        long ready = System.nanoTime() - start;
        out.printf(
                Locale.ROOT,
                "from text to first gradient, %s: %.2f s%n%n",
                cases.get(0).name(),
                ready / 1e9);
        out.println("| program | asked | compiled | tape | Stan, elsewhere |");
        out.println("|---|---|---|---|---|");
        for (Case one : cases) {
            StanModel model = model(one);
            double[] z = point(model);
            double compiled = microseconds(model.evaluator(), z);
            double tape = microseconds(model.tape().worker()::evaluate, z);
            out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %.1f | %s |%n",
                    one.name(),
                    one.asked(),
                    compiled,
                    tape,
                    one.stan());
        }
    }

    private static StanModel model(Case one) {
        return StanProgram.parse(one.name(), one.text()).with(one.data());
    }

    private static double[] point(FreeModel model) {
        double[] z = normals(model.dimension(), 9);
        for (int i = 0; i < z.length; i++) {
            z[i] *= 0.3;
        }
        return z;
    }

    /** The least over some rounds, each long enough for the clock. */
    private static double microseconds(FreeModel.Evaluator density, double[] z) {
        double[] gradient = new double[z.length];
        double best = Double.POSITIVE_INFINITY;
        int n = 1;
        for (int round = 0; round < REPEATS; round++) {
            long start = CLOCK.getCurrentThreadCpuTime();
            for (int k = 0; k < n; k++) {
                density.evaluate(z, gradient);
            }
            long spent = CLOCK.getCurrentThreadCpuTime() - start;
            if (spent < LONG_ENOUGH) {
                n *= 2;
            } else {
                best = Math.min(best, spent / 1e3 / n);
            }
        }
        return best;
    }
}
