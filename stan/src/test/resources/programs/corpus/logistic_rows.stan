// A logistic regression row by row, long enough for the kernels, and a Poisson one.
data { int N; int K; matrix[N, K] X; array[N] int y; array[N] int k; array[N] int g; int G; }
parameters { real a; vector[K] b; vector[G] u; real<lower=0> s; }
model {
  a ~ normal(0, 2); b ~ normal(0, 1); u ~ normal(0, s); s ~ normal(0, 1);
  for (n in 1:N) y[n] ~ bernoulli_logit(a + X[n] * b + u[g[n]]);
  for (n in 1:N) k[n] ~ poisson_log(dot_product(X[n], b) + u[g[n]]);
}
