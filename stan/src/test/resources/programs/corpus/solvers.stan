functions {
  vector system(vector y, vector theta, array[] real x_r, array[] int x_i) {
    return [y[1] - theta[1] * exp(-y[2]), y[2] + y[1] ^ 3 - theta[2]]';
  }
  vector sys2(vector y, real a, vector th) { return y .* y .* y + y - a * th; }
  real density(real x, real xc, array[] real theta, array[] real x_r, array[] int x_i) { return exp(-theta[1] * x) * x ^ theta[2]; }
  vector stiff(real t, vector y, vector k) { return [-k[1] * y[1] + 10 * y[2], k[1] * y[1] - 10 * y[2] - k[2] * y[2]]'; }
  vector shard(vector phi, vector theta, array[] real x_r, array[] int x_i) { return [normal_lpdf(x_r | phi[1] + theta[1], 1) * x_i[1]]'; }
}
transformed data {
  array[0] real none_r;
  array[0] int none_i;
  array[2, 2] real xs = {{0.1, 0.4}, {1.2, -0.3}};
  array[2, 1] int ks = {{1}, {2}};
}
parameters { vector<lower=0>[2] theta; array[2] vector[1] t1; }
model {
  vector[2] y = algebra_solver(system, [0.5, 0.5]', theta, none_r, none_i, 1e-10, 1e-10, 1000);
  vector[2] w = solve_powell(sys2, [0.1, 0.1]', theta[1], theta);
  array[2] vector[2] z = ode_bdf_tol(stiff, theta, 0.0, {0.5, 2.0}, 1e-9, 1e-9, 10000, theta);
  theta ~ lognormal(0, 0.5);
  for (k in 1:2) t1[k] ~ normal(0, 1);
  target += sum(y) + sum(w) + sum(z[1]) * 3 - z[2, 2];
  target += log(integrate_1d(density, 0, positive_infinity(), to_array_1d(theta), none_r, none_i));
  target += sum(map_rect(shard, theta, t1, xs, ks));
}
