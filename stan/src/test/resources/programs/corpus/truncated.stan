// Truncation of continuous and of discrete outcomes, with bounds that are data or parameters.
data { int N; vector[N] y; array[N] int<lower=1> k; real U; }
parameters { real mu; real<lower=0> sigma; real<lower=0> lambda; real<lower=-3> x; }
model {
  mu ~ normal(0, 2) T[-5, 5];
  sigma ~ cauchy(0, 1) T[0, ];
  lambda ~ gamma(2, 1);
  x ~ student_t(4, mu, sigma) T[-3, ];
  for (n in 1:N) {
    y[n] ~ normal(mu, sigma) T[, U];
    k[n] ~ poisson(lambda) T[1, ];
  }
}
