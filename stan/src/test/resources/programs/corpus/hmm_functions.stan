data {
  int N;
  int K;
  vector[N] y;
  matrix[N, 2] X;
}
parameters {
  array[K] simplex[K] G;
  simplex[K] rho;
  ordered[K] mu;
  real<lower=0> s;
}
transformed parameters {
  matrix[K, N] lo;
  matrix[K, K] Gamma;
  for (k in 1:K) Gamma[k] = G[k]';
  for (n in 1:N) for (k in 1:K) lo[k, n] = normal_lpdf(y[n] | mu[k], s);
}
model {
  target += hmm_marginal(lo, Gamma, rho);
  mu ~ normal(0,2);
  s ~ exponential(1);
}
generated quantities {
  array[N] int z = hmm_latent_rng(lo, Gamma, rho);
  matrix[K,N] p = hmm_hidden_state_prob(lo, Gamma, rho);
}
