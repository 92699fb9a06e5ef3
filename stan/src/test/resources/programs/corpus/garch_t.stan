data { int T; vector[T] r; }
parameters { real mu; real<lower=0> w; simplex[3] ab; real<lower=2> nu; real<lower=0> s0; }
transformed parameters {
  vector<lower=0>[T] v;
  v[1] = s0;
  for (t in 2:T) v[t] = w + ab[1] * (r[t - 1] - mu) ^ 2 + ab[2] * v[t - 1];
}
model {
  nu ~ gamma(2, 0.1);
  mu ~ normal(0, 1);
  [w, s0] ~ lognormal(0, 1);
  r ~ student_t(nu, mu, sqrt(v * (nu - 2) / nu));
}
