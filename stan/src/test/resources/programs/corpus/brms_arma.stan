// Autoregressive and moving-average residuals, distributional sigma.
data { int N; vector[N] Y; int K; matrix[N, K] X; int Kar; int Kma; array[N] int J_lag; }
transformed data { int max_lag = max(Kar, Kma); }
parameters { vector[K] b; vector[Kar] ar; vector[Kma] ma; vector[2] b_sigma; }
model {
  matrix[N, max_lag] Err = rep_matrix(0, N, max_lag);
  vector[N] err;
  vector[N] mu = X * b;
  vector[N] sigma = exp(b_sigma[1] + b_sigma[2] * X[, 2]);
  for (n in 1:N) {
    mu[n] += Err[n, 1:Kma] * ma;
    err[n] = Y[n] - mu[n];
    for (i in 1:J_lag[n]) Err[n + 1, i] = err[n + 1 - i];
    mu[n] += Err[n, 1:Kar] * ar;
  }
  target += normal_lpdf(Y | mu, sigma);
  target += normal_lpdf(b | 0, 5) + normal_lpdf(ar | 0, 0.5) + normal_lpdf(ma | 0, 0.5) + normal_lpdf(b_sigma | 0, 1);
}
