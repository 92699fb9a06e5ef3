data { int<lower=1> N; array[N] real x; array[N] int k; }
transformed data { real delta = 1e-9; }
parameters { real<lower=0> rho; real<lower=0> alpha; vector[N] f_tilde; }
transformed parameters {
  vector[N] f;
  {
    matrix[N, N] K = gp_exp_quad_cov(x, alpha, rho);
    for (n in 1:N) K[n, n] = K[n, n] + delta;
    f = cholesky_decompose(K) * f_tilde;
  }
}
model {
  rho ~ gamma(25, 4);
  alpha ~ normal(0, 2);
  f_tilde ~ normal(0, 1);
  k ~ poisson_log(f);
}
