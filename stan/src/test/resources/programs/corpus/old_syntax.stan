# An old program: arrows, sizes after names, densities that end in _log.
functions {
  real own_log(real y, real m) { return -0.5 * square(y - m); }
  void add_lp(real[] x) { for (i in 1:size(x)) increment_log_prob(-square(x[i])); }
}
data { int N; real x[N]; int k[2, 2]; }
transformed data { real m; m <- mean(x); }
parameters { real mu; real<lower=0> sigma; real z[2]; vector[2] w[2]; }
transformed parameters { real tau; tau <- 1 / (sigma * sigma); }
model {
  mu ~ own(m);
  add_lp(z);
  increment_log_prob(normal_log(x, mu, sigma));
  increment_log_prob(gamma_log(tau, 2, 2) + multiply_log(2, sigma));
  for (i in 1:2) w[i] ~ normal(if_else(k[i, 1] > 0, mu, 0), fabs(sigma));
}
generated quantities { int s; s <- k[1, 1] + k[2, 2]; }
