// Changes of variables by hand, printing, a profile.
functions { real stretch_jacobian(real x) { jacobian += x; return exp(x); } }
parameters { real x; real<lower=0> y; vector[2] z; }
transformed parameters { real ex = stretch_jacobian(x); jacobian += 0.5 * x; }
model {
  profile("priors") { ex ~ gamma(2, 1); log(y) ~ normal(0, 1); target += -log(y); }
  z[1] ~ normal(0, 1);
  z[2] ~ normal(z[1], exp(z[1] / 2));
  if (x > 1e9) print("x is ", x);
}
