data { int<lower=1> K; int N; vector[N] y; vector<lower=0>[K] a; }
parameters { simplex[K] theta; ordered[K] mu; vector<lower=0>[K] sigma; }
model {
  vector[K] log_theta = log(theta);
  theta ~ dirichlet(a);
  sigma ~ lognormal(0, 2);
  mu ~ normal(0, 10);
  for (n in 1:N) {
    vector[K] lps = log_theta;
    for (k in 1:K) lps[k] += normal_lpdf(y[n] | mu[k], sigma[k]);
    target += log_sum_exp(lps);
  }
}
generated quantities {
  array[N] int<lower=1, upper=K> z;
  for (n in 1:N) {
    vector[K] lps = log(theta);
    for (k in 1:K) lps[k] += normal_lpdf(y[n] | mu[k], sigma[k]);
    z[n] = categorical_logit_rng(lps);
  }
}
