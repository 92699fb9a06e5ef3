package org.driftfield.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.driftfield.models.volatility.MeanEquation;
import org.driftfield.models.volatility.Regressors;
import org.driftfield.models.volatility.Returns;
import org.driftfield.models.volatility.SimulatedReturns;
import org.driftfield.models.volatility.Volatility;
import org.driftfield.models.volatility.VolatilityFit;
import org.driftfield.models.volatility.VolatilityOptions;
import org.driftfield.models.volatility.VolatilityPriors;
import org.driftfield.models.volatility.VolatilitySpec;
import org.driftfield.posterior.Posterior;
import org.driftfield.posterior.Summary;
import org.driftfield.random.RandomStream;
import org.driftfield.sampler.Nuts;
import org.driftfield.sampler.NutsOptions;
import org.driftfield.stan.StanProgram;

/**
 * The extended volatility models by the default fit, against the same model written as a program in the Stan language and run by NUTS.
 *
 * <pre>VolatilityPrograms [t|leverage|regressors|all] [returns] [draws of each of four chains]</pre>
 */
public final class VolatilityPrograms {
    private static final int KEY = 900_002;

    private VolatilityPrograms() {}

    /**
     * One of the models.
     *
     * @param truth what a series is simulated from
     */
    private record Case(String name, boolean heavyTails, boolean leverage, boolean columns, double[] truth) {
        /** The parameters in the program, in the order of the specification. */
        List<String> names() {
            return switch (name) {
                case "t" -> List.of("mu", "phi", "sigma2", "nu");
                case "leverage" -> List.of("mu", "phi", "sigma2", "rho");
                case "regressors" -> List.of("mu", "phi", "sigma2", "a", "b", "g");
                default -> List.of("mu", "phi", "sigma2", "nu", "rho", "a", "b", "g");
            };
        }

        String program() {
            return """
                    data { int T; vector[T] y; vector[T] x; vector[T] w; }
                    parameters {
                      real mu;
                      real<lower=-1, upper=1> phi;
                      real<lower=0> sigma2;
                    """
                    + (heavyTails ? "  real<lower=2> nu;\n" : "")
                    + (leverage ? "  real<lower=-1, upper=1> rho;\n" : "")
                    + (columns ? "  real a;\n  real b;\n  real g;\n" : "")
                    + """
                      vector[T + 1] e;
                    }
                    model {
                      vector[T + 1] v;
                      v[1] = sqrt(sigma2 / (1 - square(phi))) * e[1];
                      for (t in 2:(T + 1)) v[t] = phi * v[t - 1] + sqrt(sigma2) * e[t];
                      e ~ std_normal();
                      mu ~ normal(0, sqrt(10));
                      (1 + phi) / 2 ~ beta(20, 1.5);
                      sigma2 ~ inv_gamma(2.5, 0.025);
                    """
                    + (heavyTails ? "  nu - 2 ~ exponential(0.1);\n" : "")
                    + (leverage ? "  (1 + rho) / 2 ~ beta(4, 4);\n" : "")
                    + (columns ? "  a ~ normal(0, 10);\n  b ~ normal(0, 10);\n  g ~ normal(0, 10);\n" : "")
                    + "  vector[T] s = exp(0.5 * (mu + v[1:T]" + (columns ? " + g * w" : "") + "));\n"
                    + "  vector[T] m = " + (columns ? "a + b * x" : "rep_vector(0, T)")
                    + (leverage ? " + rho * s .* e[2:(T + 1)];\n  s = s * sqrt(1 - square(rho));\n" : ";\n")
                    + (heavyTails
                            ? "  y ~ student_t(nu, m, s * sqrt((nu - 2) / nu));\n}\n"
                            : "  y ~ normal(m, s);\n}\n");
        }
    }

    private static final List<Case> CASES = List.of(
            new Case("t", true, false, false, new double[] {0, 0.95, 0.04, 6}),
            new Case("leverage", false, true, false, new double[] {0, 0.95, 0.04, -0.5}),
            new Case("regressors", false, false, true, new double[] {0, 0.95, 0.04, 0.1, 0.3, 0.5}),
            new Case("all", true, true, true, new double[] {0, 0.95, 0.04, 6, -0.5, 0.1, 0.3, 0.5}));

    public static void main(String[] args) {
        String wanted = args.length > 0 ? args[0] : "";
        int size = args.length > 1 ? Integer.parseInt(args[1]) : 300;
        int draws = args.length > 2 ? Integer.parseInt(args[2]) : 1000;
        for (Case one : CASES) {
            if (wanted.isEmpty() || wanted.equals(one.name)) {
                compare(one, size, draws);
            }
        }
    }

    private static void compare(Case one, int size, int draws) {
        double[] x = new double[size];
        double[] w = new double[size];
        RandomStream random = RandomStream.of(1, 0, KEY, 0);
        for (int t = 0; t < size; t++) {
            x[t] = random.nextNormal();
            w[t] = t % 5 == 0 ? 1 : 0;
        }
        VolatilitySpec spec = VolatilitySpec.plain(VolatilityPriors.defaults())
                .withHeavyTails(one.heavyTails)
                .withLeverage(one.leverage);
        if (one.columns) {
            spec = spec.withMean(new MeanEquation(true, 0, new Regressors(List.of("x"), new double[][] {x})))
                    .withLogVariance(new Regressors(List.of("w"), new double[][] {w}));
        }
        Returns returns = SimulatedReturns.of(spec, one.truth, size, 1).returns();
        VolatilityOptions options = VolatilityOptions.defaults().withSpec(spec);
        VolatilityFit fit =
                Volatility.fit(returns, options.withEngine(options.engine().withThreads(1)));
        Posterior exact = Nuts.fit(
                StanProgram.parse(one.name, one.program())
                        .with(Map.of("T", size, "y", returns.toArray(), "x", x, "w", w)),
                NutsOptions.defaults(1).withThreads(1).withTargetAcceptance(0.9).withDraws(draws));
        System.out.println(
                one.name + ": " + size + " returns, settled " + fit.posterior().settled());
        List<String> names = one.names();
        for (int j = 0; j < names.size(); j++) {
            Summary.Row own =
                    fit.posterior().summary().row(spec.parameters().get(j).name());
            Summary.Row other = exact.summary().row(names.get(j));
            System.out.println(String.format(
                    Locale.ROOT,
                    "  %-8s %8.4f (%.4f)  program %8.4f (%.4f)  gap %+.3f sd, error %.3f; ratio of sd %.3f, of"
                            + " widths %.3f; R-hat %.3f",
                    names.get(j),
                    own.mean(),
                    own.sd(),
                    other.mean(),
                    other.sd(),
                    (own.mean() - other.mean()) / other.sd(),
                    Math.hypot(own.mcse(), other.mcse()) / other.sd(),
                    own.sd() / other.sd(),
                    (own.q95() - own.q05()) / (other.q95() - other.q05()),
                    other.rhat()));
        }
    }
}
