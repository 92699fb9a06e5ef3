functions {
  real zip_lpmf(int y, real theta, real lambda) {
    if (y == 0) return log_sum_exp(bernoulli_lpmf(1 | theta), bernoulli_lpmf(0 | theta) + poisson_lpmf(0 | lambda));
    return bernoulli_lpmf(0 | theta) + poisson_lpmf(y | lambda);
  }
}
data { int N; array[N] int y; }
parameters { real<lower=0, upper=1> theta; real<lower=0> lambda; real<lower=0> phi; }
model {
  theta ~ beta(2, 2);
  lambda ~ gamma(2, 1);
  phi ~ inv_gamma(2, 1);
  for (n in y) n ~ zip(theta, lambda);
  y ~ neg_binomial_2(lambda, phi);
}
