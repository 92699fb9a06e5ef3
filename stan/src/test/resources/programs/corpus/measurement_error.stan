data { int N; vector[N] x_meas; real<lower=0> tau; array[N] int y; array[N] int trials; }
parameters { vector<offset=0.5, multiplier=tau>[N] x; real alpha; real beta; }
model {
  x ~ normal(0.5, 1);
  x_meas ~ normal(x, tau);
  alpha ~ cauchy(0, 10);
  beta ~ logistic(0, 2.5);
  y ~ binomial(trials, inv_logit(alpha + beta * x));
}
