data { int K; int N; array[N] int x; matrix[K, N] Y; }
parameters { vector[3] mu; vector<lower=0>[3] s; matrix[K, 3] theta; real<lower=0> sigma; }
model {
  mu ~ normal(0, 100);
  s ~ cauchy(0, 5);
  sigma ~ cauchy(0, 5);
  for (k in 1:3) theta[, k] ~ normal(mu[k], s[k]);
  for (k in 1:K) {
    row_vector[3] phi = [exp(theta[k, 1]), expm1(theta[k, 2]), -exp(theta[k, 3])];
    for (n in 1:N) Y[k, n] ~ normal(phi[1] / (1 + phi[2] * exp(phi[3] * x[n])), sigma);
  }
}
