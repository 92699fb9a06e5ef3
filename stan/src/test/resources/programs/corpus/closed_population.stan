data { int M; int T; array[M, T] int<lower=0,upper=1> y; }
transformed data {
  array[M] int s; int C = 0;
  for (i in 1:M) { s[i] = sum(y[i]); if (s[i] > 0) C += 1; }
}
parameters { real<lower=0,upper=1> omega; real<lower=0,upper=1> mean_p; real<lower=0,upper=5> sigma; vector[M] eps_raw; }
transformed parameters { vector[M] eps = logit(mean_p) + sigma * eps_raw; }
model {
  eps_raw ~ normal(0, 1);
  for (i in 1:M) {
    if (s[i] > 0) target += bernoulli_lpmf(1 | omega) + binomial_logit_lpmf(s[i] | T, eps[i]);
    else target += log_sum_exp(bernoulli_lpmf(1 | omega) + binomial_logit_lpmf(0 | T, eps[i]), bernoulli_lpmf(0 | omega));
  }
}
generated quantities {
  real omega_nd; array[M] int<lower=0, upper=1> z; int<lower=C> Nn;
  for (i in 1:M) {
    if (s[i] > 0) z[i] = 1;
    else { real pr = prod(rep_vector(1 - inv_logit(eps[i]), T)); z[i] = bernoulli_rng(omega * pr / (omega * pr + (1 - omega))); }
  }
  Nn = sum(z); omega_nd = omega * 1.0;
}
