data { int N; int K; matrix[N, K] X; array[N] int y; array[N] int b; }
parameters { vector[K] beta; real alpha; vector[N] a; real<lower=0> phi; }
model {
  beta ~ normal(0, 1); alpha ~ normal(0, 1); a ~ normal(alpha, 0.5); phi ~ gamma(2, 2);
  y ~ poisson_log_glm(X, alpha, beta);
  y ~ neg_binomial_2_log_glm(X, a, beta, phi);
  b ~ bernoulli_logit_glm(X, a, beta);
  target += bernoulli_logit_glm_lpmf(b | X, alpha, beta) + poisson_log_glm_lupmf(y | X, a, beta);
  y ~ neg_binomial_2_log(X * beta + a, phi);
}
