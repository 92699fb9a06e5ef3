// Slices, multiple indexes, compound assignments, literals.
data { int N; array[N] int idx; matrix[4, N] X; array[2, 3] vector[N] A; }
parameters { vector[N] v; row_vector[4] r; matrix[4, N] M; real s; }
transformed parameters {
  vector[N] w = v[idx];
  w[2:3] += 2 * v[1:2];
  w[1] *= s;
  matrix[4, N] Y = X .* M;
  Y[2] = Y[1] + r[1:N] * 0 + s;
  Y[3:4, 1] = [s, 2 * s]';
  Y[{1, 4}, 2] -= v[{2, 1}];
  array[3] vector[N] B = {v, w, A[1, 2]};
  B[2][1] = s + 1;
  B[3, 2:N] = v[2:N] .* A[2, 3, 2:N];
}
model {
  v ~ normal(0, 1);
  r ~ normal(mean(v), 1);
  to_vector(M) ~ normal(0, 1);
  s ~ normal(0, 1);
  target += -sum(square(w)) - dot_self(to_vector(Y)) - sum(r * Y) + sum(B[3]) - max(v) + min(r);
  target += -square(X[1:2, 1:2] * v[:2] - v[N - 1:]);
  for (x in v) target += -0.1 * x ^ 4;
  for (b in B) target += -0.1 * dot_self(b);
  target += -0.01 * sum(append_row(v, r') .* append_row(w, r')) - sum(exp(cumulative_sum(-abs(v))));
}
