data { int N; int Nage; int K; array[N] int year; array[N] int cases; array[N] int age; array[N] int pyr; }
parameters { vector[Nage - 1] alpha_raw; vector[K] beta; real<lower=0> sigma; }
transformed parameters { vector[Nage] alpha = append_row(0, alpha_raw); }
model {
  sigma ~ uniform(0, 10);
  beta[1:2] ~ normal(0, sigma * 1e2);
  for (k in 3:K) beta[k] ~ normal(2 * beta[k - 1] - beta[k - 2], sigma);
  alpha_raw ~ normal(0, 1000);
  cases ~ poisson_log(log(to_vector(pyr)) + alpha[age] + beta[year]);
}
