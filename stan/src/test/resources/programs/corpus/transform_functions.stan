functions {
  vector my_simplex_jacobian(vector y) {
    int n = rows(y);
    vector[n + 1] x;
    real rem = 1;
    for (i in 1:n) {
      real z = inv_logit(y[i] - log(n - i + 1));
      x[i] = rem * z;
      jacobian += log(rem) + log(z) + log1m(z);
      rem -= x[i];
    }
    x[n + 1] = rem;
    return x;
  }
}
data { int N; array[N] int n; }
parameters { vector[N - 1] y; real<lower=0> s; real u; real v; vector[3] w; vector[3] cf; }
transformed parameters {
  simplex[N] x = my_simplex_jacobian(y);
  real p = lower_upper_bound_jacobian(u, 0, 1);
  real q = lower_bound_jacobian(v, 1);
  vector[4] simp = simplex_jacobian(w);
  vector[3] ordv = ordered_jacobian(w);
  matrix[3,3] Lc = cholesky_factor_corr_jacobian(cf, 3);
  vector[3] sz = sum_to_zero_constrain(w[1:2]);
  vector[3] back = positive_ordered_unconstrain(exp(ordv));
}
model { n ~ multinomial(x); s ~ normal(0, 1); p ~ beta(2, 2); q ~ gamma(3, 1); simp ~ dirichlet([2, 2, 2, 2]'); ordv ~ normal(0, 3); Lc ~ lkj_corr_cholesky(3); y ~ logistic(0, s + 1); sz ~ normal(0, 1); }
