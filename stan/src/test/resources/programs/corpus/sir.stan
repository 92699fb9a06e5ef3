functions {
  vector sir(real t, vector y, real beta, real gamma, int N) {
    real S = y[1]; real I = y[2]; real R = y[3];
    vector[3] dydt;
    dydt[1] = -beta * I * S / N;
    dydt[2] = beta * I * S / N - gamma * I;
    dydt[3] = gamma * I;
    return dydt;
  }
  real[] sho(real t, real[] y, real[] theta, real[] x_r, int[] x_i) {
    real dydt[2];
    dydt[1] = y[2];
    dydt[2] = -y[1] - theta[1] * y[2];
    return dydt;
  }
}
data {
  int<lower=1> n_days; vector[3] y0; real t0; array[n_days] real ts; int N; array[n_days] int cases;
  array[n_days, 2] real obs;
}
transformed data { real x_r[0]; int x_i[0]; }
parameters { real<lower=0> gamma; real<lower=0> beta; real<lower=0> phi_inv; array[1] real<lower=0> theta; real<lower=0> s; }
transformed parameters {
  array[n_days] vector[3] y = ode_rk45(sir, y0, t0, ts, beta, gamma, N);
  real phi = 1. / phi_inv;
  array[n_days - 1] real incidence;
  for (i in 1:(n_days - 1)) incidence[i] = y[i, 1] - y[i + 1, 1] + 1e-8;
}
model {
  array[n_days, 2] real yh = integrate_ode_rk45(sho, {1.0, 0.0}, t0, ts, theta, x_r, x_i, 1e-6, 1e-6, 1000);
  beta ~ normal(2, 1); gamma ~ normal(0.4, 0.5); phi_inv ~ exponential(5); theta ~ normal(0, 1); s ~ exponential(1);
  cases[1:(n_days - 1)] ~ neg_binomial_2(incidence, phi);
  for (t in 1:n_days) obs[t] ~ normal(yh[t], s);
}
generated quantities {
  real R0 = beta / gamma;
  array[n_days] real pred_cases = neg_binomial_2_rng(rep_vector(y[1,2], n_days), phi);
}
