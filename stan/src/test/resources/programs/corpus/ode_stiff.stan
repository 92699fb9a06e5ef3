// A chemical reaction by the stiff solver, and a decay by the other.
functions {
  vector reaction(real t, vector y, vector k) { return [-k[1] * y[1] + k[2] * y[2], k[1] * y[1] - k[2] * y[2]]'; }
  array[] real decay(real t, array[] real y, array[] real theta, array[] real x_r, array[] int x_i) { return {-theta[1] * y[1]}; }
}
data { int T; array[T] real ts; array[T] real y; }
transformed data { array[0] real x_r; array[0] int x_i; }
parameters { vector<lower=0>[2] k; real<lower=0> sigma; }
model {
  array[T] vector[2] z = ode_bdf(reaction, [1, 0]', 0.0, ts, k);
  array[T, 1] real d = integrate_ode_rk45(decay, {1.0}, 0.0, ts, {k[1]}, x_r, x_i);
  k ~ lognormal(0, 0.5); sigma ~ exponential(1);
  for (t in 1:T) y[t] ~ normal(z[t][1] + d[t, 1], sigma);
}
