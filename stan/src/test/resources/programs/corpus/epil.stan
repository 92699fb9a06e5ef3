data { int N; int T; array[N, T] int y; vector[N] trt; vector[N] base; array[T] real v4; }
transformed data { vector[N] lb = log(base / 4); vector[N] lbc = lb - mean(lb); }
parameters { real a0; real b_base; real b_trt; real b_v4; vector[N] b1; array[N] vector[T] b; real<lower=0> s1; real<lower=0> s2; }
model {
  a0 ~ normal(0, 5); b_base ~ normal(0, 5); b_trt ~ normal(0, 5); b_v4 ~ normal(0, 5);
  s1 ~ cauchy(0, 1); s2 ~ cauchy(0, 1);
  b1 ~ normal(0, s1);
  for (n in 1:N) {
    b[n] ~ normal(0, s2);
    for (t in 1:T) y[n, t] ~ poisson_log(a0 + b_base * lbc[n] + b_trt * trt[n] + b1[n] + b[n, t] + b_v4 * v4[t]);
  }
}
