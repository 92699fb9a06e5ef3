data { int<lower=0> N; int<lower=0> T; array[N, T] int<lower=0, upper=1> r; }
transformed data { vector[N] ones = rep_vector(1.0, N); }
parameters { array[T] real alpha; vector[N] theta; real<lower=0> beta; }
model {
  alpha ~ normal(0, 100.);
  theta ~ normal(0, 1);
  beta ~ normal(0.0, 100.);
  for (k in 1:T) r[, k] ~ bernoulli_logit(beta * theta - alpha[k] * ones);
}
generated quantities { real mean_alpha = mean(alpha); array[T] real a = to_array_1d(to_vector(alpha) - mean_alpha); }
