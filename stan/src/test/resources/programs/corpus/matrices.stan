// Matrix types as parameters, each with its prior.
data { int K; }
parameters {
  corr_matrix[K] C;
  cov_matrix[K] S;
  cholesky_factor_cov[K] L;
  unit_vector[K] u;
  sum_to_zero_vector[K] z;
  array[2] simplex[K] p;
  row_vector<upper=2>[K] r;
}
model {
  C ~ lkj_corr(1.5);
  S ~ wishart(K + 2.0, diag_matrix(rep_vector(1, K)));
  S ~ inv_wishart(K + 2.0, C);
  to_vector(L) ~ normal(0, 1);
  u ~ normal(0, 1);
  z ~ normal(0, 1);
  for (i in 1:2) p[i] ~ dirichlet(rep_vector(1.5, K));
  r ~ normal(0, 1);
  target += -0.5 * quad_form(S, u) + log_determinant(S) + trace(C * L) + sum(C .* S) - sum(square(r * S));
}
