data {
  int N;
  matrix[N,N] A;
  vector[N] d;
}
transformed data {
  matrix[N,N] S = A*A' + diag_matrix(rep_vector(2.0,N));
  matrix[N,N] Q = qr_thin_Q(A);
  matrix[N,N] R = qr_thin_R(A) / sqrt(N-1);
  matrix[N,N] Ri = inverse(R);
}
parameters {
  corr_matrix[N] C;
  cov_matrix[N] V;
  cholesky_factor_cov[N] L;
  cholesky_factor_cov[N+1,N] L2;
  unit_vector[N] u;
  matrix[N,N] B;
  vector<lower=0>[N] t;
  cholesky_factor_corr[N] Lc;
  array[2] cov_matrix[2] Vs;
  sum_to_zero_matrix[2,3] sz;
  row_stochastic_matrix[2,3] rs;
  column_stochastic_matrix[2,3] cs;
  positive_ordered[3] po;
}
model {
  C ~ lkj_corr(2);
  V ~ inv_wishart(N+2, S);
  V ~ wishart(N + 3.5, S);
  target += wishart_cholesky_lpdf(L | N + 1.5, cholesky_decompose(S));
  target += -sum(square(to_vector(L2)));
  to_vector(B) ~ normal(0,1);
  t ~ gamma(3,1);
  Lc ~ lkj_corr_cholesky(1);
  for (i in 1:2) Vs[i] ~ inv_wishart(4, identity_matrix(2));
  d ~ multi_normal(u, quad_form_diag(C, t));
  d ~ multi_student_t(5, u, V);
  target += multi_gp_lpdf(B | V, t);
  sum(sz) ~ normal(0,1);
  to_vector(sz) ~ normal(0,2);
  for (i in 1:2) rs[i]' ~ dirichlet([2,2,3]');
  cs[:,1] ~ dirichlet([1,2]');
  po ~ normal(0,2);
  target += -sum(square(tcrossprod(B) - crossprod(B))) * 1e-2 + log_determinant(V) * 0.1 + trace(inverse(V) * S) * -0.1 - sum(abs(matrix_exp(B * 0.1))) + sum(matrix_power(B, 3)) * 1e-3 + trace_gen_quad_form(B, V, B) * -1e-3 + sum(diagonal(B)) + sum(col(B,1)) + sum(row(B,2)) + sum(block(B,1,1,2,2)) + sum(sub_row(B,1,1,2)) + sum(reverse(t)) + norm1(t) * -1 + norm2(t) * -1 + distance(t, u) + squared_distance(t, u) * -1 + sum(columns_dot_product(B, V)) * 0.01 + sum(rows_dot_self(B)) * -1 + sum(symmetrize_from_lower_tri(B)) + sum(to_row_vector(B)) + sum(singular_values(B)) * -0.1 + sum(eigenvalues_sym(V)) * -0.1 + log_sum_exp(B) + prod(t) * -0.01 + mean(B) + variance(t) * -1 + sd(t) * -1 + sum(scale_matrix_exp_multiply(0.1, B, B)) * 0.01 + sum(mdivide_right_tri_low(u', L)) * 0.01 + sum(chol2inv(L)) * -0.01 + sum(generalized_inverse(L2)) * 0.01 + sum(cumulative_sum(t)) + sum(head(t, 2)) + sum(append_col(B, t)) + sum(append_row(t', B)) + max(t) + min(t) + t[sort_indices_asc(d)[1]] + sum(sort_asc(t)) + sum(rep_matrix(t, 2)) + sum(lmultiply(t, t)) + sum(B .^ 2) * -1 + sum(2 .^ B) * -0.01 + sum(fmax(B, 0.1)) + sum(t .* u) + sum(B ./ 2) + sum(1 ./ t) * -0.1 + sum(-B') + sum(B[1] * B) * 0.01 + (t' * B * t) * 0.01;
}
