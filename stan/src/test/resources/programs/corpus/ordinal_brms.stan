functions {
  real cumulative_logit_merged_lpmf(array[] int y, vector mu, real disc, vector thres) {
    real lp = 0;
    for (n in 1:size(y)) lp += ordered_logistic_lpmf(y[n] | disc * mu[n], disc * thres);
    return lp;
  }
}
data { int<lower=1> N; array[N] int Y; int<lower=2> nthres; int<lower=1> K; matrix[N, K] X; int prior_only; }
transformed data {
  matrix[N, K] Xc;
  vector[K] means_X;
  for (i in 1:K) {
    means_X[i] = mean(X[, i]);
    Xc[, i] = X[, i] - means_X[i];
  }
}
parameters { vector[K] b; ordered[nthres] Intercept; }
transformed parameters {
  real disc = 1;
  real lprior = 0;
  lprior += student_t_lpdf(Intercept | 3, 0, 2.5);
}
model {
  if (!prior_only) {
    vector[N] mu = rep_vector(0.0, N);
    mu += Xc * b;
    target += cumulative_logit_merged_lpmf(Y | mu, disc, Intercept);
  }
  target += lprior;
}
generated quantities { vector[nthres] b_Intercept = Intercept + dot_product(means_X, b); }
