data { int N_uncensored; int N_censored; int M; array[N_uncensored] int group_u; array[N_censored] int group_c; array[N_censored] real<lower=0> censor_time; array[N_uncensored] real<lower=0> t_u; }
parameters { real<lower=0> r; array[M] real beta; array[N_censored] real<lower=1> t2_censored; }
model {
  r ~ exponential(0.001);
  beta ~ normal(0, 100);
  for (n in 1:N_uncensored) {
    real s = exp(-beta[group_u[n]] / r);
    target += log(r) - log(s) + (r - 1) * (log(t_u[n]) - log(s)) - (t_u[n] / s) ^ r;
  }
  for (n in 1:N_censored) target += -(t2_censored[n] * censor_time[n] / exp(-beta[group_c[n]] / r)) ^ r;
}
generated quantities { array[M] real median; for (m in 1:M) median[m] = pow(log(2) * exp(-beta[m]), 1 / r); }
