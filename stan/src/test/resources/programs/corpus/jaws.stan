data { int N; array[N] vector[4] Y; vector[4] age; cov_matrix[4] S; }
parameters { real beta0; real beta1; cov_matrix[4] Sigma; }
transformed parameters { vector[4] mu; for (m in 1:4) mu[m] = beta0 + beta1 * age[m]; }
model {
  beta0 ~ normal(0, 32);
  beta1 ~ normal(0, 32);
  Sigma ~ inv_wishart(4, S);
  Y ~ multi_normal(mu, Sigma);
}
