// Seemingly unrelated regressions with a correlation matrix by its Cholesky factor.
data { int N; int D; int P; array[N] vector[D] y; matrix[N, P] x; }
parameters { matrix[D, P] beta; cholesky_factor_corr[D] L; vector<lower=0>[D] s; }
transformed parameters { cholesky_factor_cov[D] LS = diag_pre_multiply(s, L); }
model {
  array[N] vector[D] mu;
  for (n in 1:N) mu[n] = beta * x[n]';
  L ~ lkj_corr_cholesky(2);
  s ~ student_t(3, 0, 2.5);
  to_vector(beta) ~ normal(0, 2);
  y ~ multi_normal_cholesky(mu, LS);
}
generated quantities { corr_matrix[D] R = multiply_lower_tri_self_transpose(L); }
