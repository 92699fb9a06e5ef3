functions {
  vector dz_dt(real t, vector z, real alpha, real beta, real gamma, real delta) {
    real u = z[1];
    real v = z[2];
    return [(alpha - beta * v) * u, (-gamma + delta * u) * v]';
  }
}
data { int<lower=0> N; array[N] real ts; vector<lower=0>[2] y_init; array[N] vector<lower=0>[2] y; }
parameters { vector<lower=0>[4] theta; vector<lower=0>[2] z_init; vector<lower=0>[2] sigma; }
transformed parameters { array[N] vector[2] z = ode_rk45_tol(dz_dt, z_init, 0, ts, 1e-9, 1e-9, 10000, theta[1], theta[2], theta[3], theta[4]); }
model {
  theta[{1, 3}] ~ normal(1, 0.5);
  theta[{2, 4}] ~ normal(0.05, 0.05);
  sigma ~ lognormal(-1, 1);
  z_init ~ lognormal(log(10), 1);
  for (k in 1:2) {
    y_init[k] ~ lognormal(log(z_init[k]), sigma[k]);
    y[, k] ~ lognormal(log(z[, k]), sigma[k]);
  }
}
