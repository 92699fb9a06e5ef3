data { int K; int N; array[N] vector[K] y; matrix[K, K] S; array[N] int c; }
parameters { vector[K] mu; cov_matrix[K] Sigma; cov_matrix[K] Prec; cholesky_factor_cov[K] L; real<lower=1> nu; simplex[K] p; }
model {
  mu ~ normal(0, 2);
  Sigma ~ wishart(K + 2, S);
  Prec ~ wishart(K + 1.5, S);
  nu ~ gamma(2, 0.2);
  to_vector(L) ~ normal(0, 1);
  y ~ multi_normal_prec(mu, Prec);
  y ~ multi_student_t(nu, mu, Sigma);
  y[1] ~ multi_normal_cholesky(mu, L);
  c ~ categorical(p);
  c ~ categorical_logit(mu);
  p ~ dirichlet(rep_vector(0.8, K));
  target += log_determinant(Sigma) - trace(Sigma) + quad_form_diag(Sigma, mu)[1, 2] + sum(eigenvalues_sym(Sigma));
}
