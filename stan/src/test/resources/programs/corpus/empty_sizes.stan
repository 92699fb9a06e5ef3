data { int N; int K; matrix[N, K] X; vector[N] y; array[K] int idx; }
parameters { vector[K] b; array[0] vector[3] none; vector<lower=0>[N] s; real a; }
model {
  y ~ normal(X * b, 1);
  for (v in none) v ~ normal(0, 1);
  b[idx] ~ normal(0, 1);
  s ~ exponential(1);
  target += sum(b) + sum(s) + normal_lpdf(a | 0, 1);
}
