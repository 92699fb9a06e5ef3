functions {
  real foo_lp(real x) { target += normal_lpdf(x | 0, 1); return x^2; }
  void bar_lp(vector y) { y ~ normal(0, 2); }
  int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  real find_first(vector v, real c) {
    for (i in 1:rows(v)) { if (v[i] > c) return v[i]; }
    return c;
  }
  real newton_sqrt(real a) {
    real x = a;
    int it = 0;
    while (1) {
      real nx = 0.5 * (x + a / x);
      it += 1;
      if (abs(nx - x) < 1e-14 || it > 50) break;
      x = nx;
    }
    return x;
  }
}
data { int N; vector[N] y; array[N] int k; }
transformed data { int f10 = fib(10); array[2,2] int m = {{1, 2}, {3, 4}}; real z = f10 / 10; }
parameters { real a; vector[3] b; real<lower=0> s; row_vector[3] r; matrix[2, 3] M; }
model {
  real q = foo_lp(a);
  vector[N] mu;
  bar_lp(b);
  for (n in 1:N) {
    real acc = 0;
    for (j in 1:3) {
      if (j == k[n]) continue;
      if (acc > 100) break;
      acc += b[j] * y[n];
    }
    mu[n] = acc + q;
  }
  y ~ normal(mu, s);
  target += -0.5 * find_first(b, 0.5)^2;
  s ~ exponential(newton_sqrt(1 + a^2));
  r ~ normal(M[1], 1);
  to_row_vector(M) ~ normal(0, 1);
  M' * [a, a]' ~ normal(r', 1);
  target += -square(norm2(b)) - norm1(r) - 0.1 * log_determinant_spd(crossprod(M[, 1:2]) + identity_matrix(2));
  profile("x") { target += -0.01 * sum(M .* M); }
}
generated quantities {
  array[N] real yr = normal_rng(rep_vector(a, N), s);
  int<lower=0> c = poisson_rng(s);
  real m1 = fmax(a, 0) + fma(a, 2, 3) + hypot(a, s) + floor(a) + round(a);
  matrix[2, 2] mm = M[:, {1, 3}];
  print("a = ", a, " b = ", b);
}
