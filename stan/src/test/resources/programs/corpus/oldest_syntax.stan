data {
  int<lower=0> N;
  int y[N];
  real x[N];
  vector[2] z[N];
  matrix[2,2] m[2];
  int k[2,3];
}
transformed data {
  real xm;
  int n2;
  xm <- mean(x);
  n2 <- N / 2;
}
parameters {
  real a;
  real b[3];
  vector<lower=0>[2] s[2];
  real<lower=0, upper=1> p;
  corr_matrix[2] O;
}
model {
  real e[N];
  # old
  for (n in 1:N) {
    e[n] <- a + b[1] * (x[n] - xm);
    y[n] ~ bernoulli_logit(e[n]);
    increment_log_prob(bernoulli_log(y[n], p));
  }
  lp__ <- lp__ + normal_log(a, 0, 1);
  b ~ normal(0, if_else(N > 2, 1, 2));
  for (i in 1:2) s[i] ~ cauchy(0, 2.5);
  increment_log_prob(-0.5 * pow(a, 2));
  increment_log_prob(log_sum_exp(log(p) + normal_log(x[1], 0, 1), log1m(p) + normal_log(x[1], 2, 1)));
  increment_log_prob(lkj_corr_log(O, 2));
  increment_log_prob(binomial_coefficient_log(5, 2) + multiply_log(p, p));
  increment_log_prob(normal_cdf_log(x[2], a, 1) + normal_ccdf_log(x[2], a, 1) + poisson_log(y[1], exp(a)));
  z ~ multi_normal(s[1], O);
}
generated quantities {
  int yr[N];
  for (n in 1:N) yr[n] <- bernoulli_rng(p);
}
