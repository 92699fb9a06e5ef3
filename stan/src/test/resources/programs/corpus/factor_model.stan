data { int N; int P; int D; array[N] vector[P] y; }
transformed data { vector[P] zero = rep_vector(0, P); }
parameters { cholesky_factor_cov[P, D] L; vector<lower=0>[P] psi; unit_vector[D] u; corr_matrix[D] R; }
model {
  matrix[P, P] Q = tcrossprod(L) + diag_matrix(psi + 0.1);
  to_vector(L) ~ normal(0, 1);
  psi ~ inv_gamma(2, 1);
  R ~ lkj_corr(2);
  target += quad_form(R, u) + u[1];
  y ~ multi_normal(zero, Q);
  target += log_determinant(Q);
}
