data { int<lower=0> N; int<lower=0> M; matrix[N, M] x; int<lower=1> K; array[N] int<lower=1,upper=K> y; int<lower=1> J; }
transformed data {
  vector[N] ones = rep_vector(1, N);
  matrix[N, M + 1] x1 = append_col(ones, x);
}
parameters { matrix[M + 1, J] alpha; matrix[J + 1, K - 1] beta; }
model {
  matrix[N, K] v;
  v = append_col(ones, append_col(ones, tanh(x1 * alpha)) * beta);
  to_vector(alpha) ~ normal(0, 2);
  to_vector(beta) ~ normal(0, 2);
  for (n in 1:N) y[n] ~ categorical_logit(v[n]');
}
