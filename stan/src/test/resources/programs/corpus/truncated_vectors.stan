data {
  int N;
  vector[N] y;
  array[N] int k;
  real<upper=min(y)> L;
  real<lower=max(y)> U;
  vector[N] lo;
}
parameters {
  real mu;
  real<lower=0> s;
  real<lower=0> lam;
  real<lower=0> nu;
}
model {
  y ~ normal(mu, s) T[L, U];
  y ~ student_t(4, mu + 0.1 * lo, s) T[lo, U];
  k ~ poisson(lam) T[1, ];
  for (n in 1:N) {
    y[n] ~ student_t(4, mu, s) T[lo[n], ];
    k[n] ~ poisson(lam) T[1, ];
    k[n] ~ neg_binomial_2(lam, nu) T[, 30];
    k[n] ~ binomial(40, inv_logit(mu)) T[1, 39];
    y[n] ~ logistic(mu, s) T[L, U];
    y[n] ~ cauchy(mu, s) T[lo[n], U];
    y[n] ~ gumbel(mu, s) T[, U];
    y[n] - L ~ lognormal(mu, s) T[ , U - L];
    y[n] - L + 0.01 ~ weibull(nu, s) T[, 100];
  }
  mu ~ normal(0, 1) T[-2, 8];
  s ~ normal(0, 1) T[0, ];
  lam ~ gamma(2, 1) T[, 50];
  nu ~ exponential(1) T[0, 90];
}
