data { int N; array[N] real x; vector[N] y; array[N] vector[2] x2; }
parameters { real<lower=0> a; real<lower=0> r; vector<lower=0>[2] ard; real<lower=0> s; }
model {
  matrix[N, N] K = gp_matern32_cov(x, a, r) + gp_matern52_cov(x, a, r) .* gp_periodic_cov(x, 1.0, r, 2.0);
  K += gp_exp_quad_cov(x2, a, to_array_1d(ard)) + gp_exponential_cov(x, 0.3, r);
  K = add_diag(K, square(s) + 1e-3);
  [a, r, s] ~ lognormal(0, 0.5);
  ard ~ inv_gamma(3, 2);
  y ~ multi_normal_cholesky(rep_vector(0, N), cholesky_decompose(K));
  target += dot_product(y, mdivide_left_spd(K, y)) / 100;
}
