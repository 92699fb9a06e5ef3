data { int K; matrix[K, K] A; vector[K] v; }
transformed data { matrix[K, K] Q = qr_thin_Q(A); real ld = log_determinant(A' * A); }
parameters { matrix[K, K] M; vector[K] b; row_vector[K] c; }
model {
  matrix[K, K] P = crossprod(M) + identity_matrix(K);
  matrix[K, K] C = cholesky_decompose(P);
  to_vector(M) ~ normal(0, 1);
  b ~ normal(0, 1); c ~ normal(0, 1);
  target += -0.1 * (c * P * b) ^ 2 + mdivide_left_tri_low(C, v)[2] + (P \ b)[1] + (c / P)[3] + determinant(P) / 100 + ld;
  target += sum(inverse(P)) + trace(Q * M) + dot_self(diagonal(M)) * 0 + sum(M[2:3, {1, 3}]) + sum(cumulative_sum(b)) + prod(1 + square(b));
  target += sum(softmax(b) .* log_softmax(c')) + log_sum_exp(c) + sum(append_col(M, b)[1]) + sum(append_row(c, M)[, 2]) + variance(b) + sd(c);
  target += -distance(b, v) - squared_distance(c, v) / 10 + sum(rows_dot_product(M, P)) / 50 + sum(columns_dot_self(M)) / 50 + max(b) + min(c);
  target += sum(diag_pre_multiply(b, M)) + sum(diag_post_multiply(M, b)) + sum(block(M, 1, 2, 2, 2)) + sum(segment(b, 2, 2)) + sum(tail(c, 1)) + sum(sub_col(M, 1, 2, 2));
}
