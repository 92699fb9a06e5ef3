data {
  int<lower=0> doses;
  int<lower=0> plates;
  int<lower=0> y[doses,plates];
  real<lower=0> x[doses];
}
transformed data {
  real logx[doses];
  real mean_logx;
  for (dose in 1:doses)
    logx[dose] <- log(x[dose] + 10);
  mean_logx <- mean(logx);
}
parameters {
  real alpha_star;
  real beta;
  real gamma;
  real<lower=0> tau;
  vector[plates] lambda[doses];
}
model {
  alpha_star ~ normal(0.0, 1.0E3);
  beta ~ normal(0.0, 1000);
  gamma ~ normal(0.0, 1000);
  tau ~ gamma(0.001, 0.001);
  for (dose in 1:doses) {
    lambda[dose] ~ normal(0.0, 1 / sqrt(tau));
    increment_log_prob(poisson_log_lpmf(y[dose] | alpha_star + beta * (logx[dose] - mean_logx) + gamma * x[dose] + lambda[dose]));
  }
}
