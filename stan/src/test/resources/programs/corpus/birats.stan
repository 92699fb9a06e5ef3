data { int N; int T; vector[T] x; real xbar; array[N, T] real y; matrix[2, 2] Omega; }
parameters { array[N] vector[2] beta; vector[2] mu_beta; real<lower=0> sigmasq_y; cov_matrix[2] Sigma_beta; }
transformed parameters { real<lower=0> sigma_y = sqrt(sigmasq_y); vector[2] rescaled = [mu_beta[1] - xbar * mu_beta[2], mu_beta[2]]'; }
model {
  sigmasq_y ~ inv_gamma(0.001, 0.001);
  mu_beta ~ normal(0, 100);
  Sigma_beta ~ inv_wishart(2, Omega);
  for (n in 1:N) beta[n] ~ multi_normal(mu_beta, Sigma_beta);
  for (n in 1:N) y[n] ~ normal(beta[n, 1] + beta[n, 2] * x, sigma_y);
}
