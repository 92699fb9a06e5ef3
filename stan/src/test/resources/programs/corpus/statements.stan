functions {
  void bump_lp(real x) { target += -square(x); }
  real fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
  array[,] real table(int n, real a) {
    array[n, n] real out = rep_array(a, n, n);
    for (i in 1:n) out[i, i] *= i;
    return out;
  }
}
data { int<lower=0> N; array[N] real w; }
transformed data {
  array[N] int order_of = sort_indices_desc(w);
  int total = 0;
  int steps = 0;
  for (k in order_of) total += k;
  while (steps < 100) {
    steps += 1;
    if (steps % 3 == 0) continue;
    if (steps > 10) break;
  }
}
parameters { vector[3] a; array[2] row_vector<upper=2>[2] r; real<lower=-1> s; }
model {
  array[2, 2] real tb = table(2, s);
  matrix[2, 2] m = [[a[1], a[2]], [s, 1]];
  vector[4] flat = to_vector(m');
  profile("x") { bump_lp(a[1] - fact(3) / total); }
  m[1:2, 2] += a[2:3];
  m[2] = r[1];
  m ./= 2;
  for (i in 1:2) for (j in 1:2) target += -tb[i, j] ^ 2 - m[i, j] ^ 2;
  for (x in flat) target += -0.1 * x * x;
  for (v in r) v ~ normal(0, 1);
  a ~ normal(w[1:3], steps);
  s ~ normal(0, 1) T[-1, ];
  if (s > 0 || a[1] < 0) target += log1p_exp(s); else if (s < -0.9) target += s; else { target += 0.5 * s; }
}
