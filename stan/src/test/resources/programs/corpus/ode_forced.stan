functions {
  real input(real t, data array[] real times, data array[] real doses) {
    real x = 0;
    for (k in 1 : size(times)) {
      x += doses[k] * exp(-square(t - times[k]));
    }
    return x;
  }
  vector chain(real t, vector y, real ke, vector k, data array[] real times, data array[] real doses, data int n) {
    vector[n] dy = rep_vector(0, n);
    dy[1] = input(t, times, doses) - k[1] * y[1];
    for (i in 2 : n) {
      dy[i] = k[i - 1] * y[i - 1] - (i == n ? ke : k[i]) * y[i];
    }
    return dy;
  }
  real inner(real x, real xc, array[] real theta, array[] real x_r, array[] int x_i) {
    return exp(-theta[1] * x) * x ^ x_i[1];
  }
  vector balance(vector x, real a, vector b, data int n) {
    vector[n] r;
    for (i in 1 : n) {
      r[i] = x[i] + a * tanh(x[i]) - b[i];
    }
    return r;
  }
}
data {
  int N;
  array[N] real ts;
  vector[N] y;
  array[2] real times;
  array[2] real doses;
  int n;
}
transformed data {
  array[0] real none;
  vector[3] zero = rep_vector(0, 3);
}
parameters {
  real<lower=0> ke;
  vector<lower=0>[n - 1] k;
  real<lower=0> sigma;
}
model {
  array[N] vector[n] z = ode_bdf_tol(chain, rep_vector(0.1, n), 0, ts, 1e-9, 1e-9, 10000, ke, k, times, doses, n);
  vector[3] root = solve_newton(balance, zero, ke, [k[1], 0.3, sigma]', 3);
  real area = integrate_1d(inner, 0, 2, {ke}, none, {2}, 1e-8);
  ke ~ lognormal(0, 0.5);
  k ~ lognormal(0, 0.5);
  sigma ~ exponential(1);
  y ~ normal(to_vector(z[ : , n]), sigma);
  root ~ normal(0, 1);
  target += -area;
}
