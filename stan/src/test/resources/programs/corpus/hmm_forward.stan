functions {
  real forward(matrix log_gamma, vector log_rho, matrix log_omegas) {
    int T = cols(log_omegas);
    int K = rows(log_omegas);
    vector[K] lp = log_rho + log_omegas[, 1];
    for (t in 2:T) {
      vector[K] next;
      for (k in 1:K) next[k] = log_sum_exp(lp + log_gamma[, k]) + log_omegas[k, t];
      lp = next;
    }
    return log_sum_exp(lp);
  }
}
data { int T; int K; array[T] int y; }
parameters { array[K] simplex[K] Gamma; simplex[K] rho; positive_ordered[K] lambda; }
model {
  matrix[K, K] log_gamma;
  matrix[K, T] log_omegas;
  for (k in 1:K) log_gamma[k] = log(Gamma[k]');
  for (t in 1:T) for (k in 1:K) log_omegas[k, t] = poisson_lpmf(y[t] | lambda[k]);
  lambda ~ gamma(2, 0.5);
  target += forward(log_gamma, log(rho), log_omegas);
}
