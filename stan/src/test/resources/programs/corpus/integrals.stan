functions {
  real dens(real x, real xc, array[] real theta, data array[] real xr, data array[] int xi) {
    return exp(-theta[1]*x^2 + theta[2]*x - xr[1]*x^4);
  }
  vector sys(vector x, real a, vector b) {
    return [x[1]^3 + a*x[1] - b[1], x[2] - x[1]*b[2]]';
  }
  vector olds(vector y, vector theta, data array[] real xr, data array[] int xi) {
    return [y[1] - theta[1]*exp(-y[1])]';
  }
  real part_lpmf(array[] int ys, int s, int e, vector mu, real sg) {
    return poisson_log_lupmf(ys | mu[s:e]) + sg * 0;
  }
  vector shard(vector b, vector t, data array[] real xr, data array[] int xi) {
    return [normal_lpdf(to_vector(xr) | t[1] + b[1], 1)]';
  }
}
data {
  int N;
  array[N] int y;
}
transformed data {
  array[1] real xr = {0.1};
  array[2,2] real xrs = {{1,2},{3,4}};
  array[2,1] int xis = {{1},{2}};
  array[0] int xi0;
}
parameters {
  array[2] real<lower=0.1> theta;
  real<lower=0> a;
  vector<lower=0.1>[2] b;
  vector[N] mu;
  array[2] vector[1] th;
}
model {
  target += log(integrate_1d(dens, negative_infinity(), positive_infinity(), theta, xr, xi0));
  target += log(integrate_1d(dens, 0.0, 2.0, theta, xr, xi0, 1e-8));
  vector[2] r = solve_newton(sys, [1, 1]', a, b);
  r ~ normal(0.5, 1);
  target += -algebra_solver(olds, [0.5]', b, xr, xi0)[1];
  target += reduce_sum(part_lupmf, y, 1, mu, a);
  target += sum(map_rect(shard, b[1:1], th, xrs, xis));
  theta ~ exponential(1);
  a ~ exponential(1);
  b ~ exponential(1);
  mu ~ normal(0,1);
  for (i in 1:2) th[i] ~ normal(0,1);
}
