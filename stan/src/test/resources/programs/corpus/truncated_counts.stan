data { int N; array[N] int y; array[N] int trials; real L; real U; vector[N] z; }
parameters { real<lower=0> lambda; real<lower=0, upper=1> theta; real mu; real<lower=0> s; }
model {
  for (n in 1:N) y[n] ~ poisson(lambda) T[1, ];
  for (n in 1:N) y[n] ~ binomial(trials[n], theta) T[, 5];
  for (n in 1:N) z[n] ~ normal(mu, s) T[L, U];
  for (n in 1:N) z[n] ~ student_t(4, mu, s) T[, U];
  lambda ~ gamma(2, 1) T[0.001, ];
  s ~ cauchy(0, 1) T[0, ];
  mu ~ normal(0, 2);
}
