// Stack loss with double exponential errors and a hinge for outliers.
data { int<lower=1> N; int<lower=1> p; vector[N] y; matrix[N, p] x; }
transformed data {
  matrix[N, p] z;
  for (j in 1:p) z[, j] = (x[, j] - mean(x[, j])) / sd(x[, j]);
}
parameters { real beta0; vector[p] beta; real<lower=0> sigma; real<lower=0> phi; }
model {
  beta0 ~ normal(0, 100);
  phi ~ cauchy(0, 2);
  beta ~ normal(0, phi);
  sigma ~ inv_gamma(1, 1);
  y ~ double_exponential(beta0 + z * beta, sigma);
}
generated quantities { array[N] int outlier; for (n in 1:N) outlier[n] = abs((y[n] - beta0 - z[n] * beta) / sigma) > 2.5; }
