
// generated with brms 2.21.0
functions {
  /* cumulative-logit log-PDF for a single response */
  real cumulative_logit_lpmf(int y, real mu, real disc, vector thres) {
    int nthres = num_elements(thres);
    if (y == 1) { return log_inv_logit(disc * (thres[1] - mu)); }
    else if (y == nthres + 1) { return log1m_inv_logit(disc * (thres[nthres] - mu)); }
    else { return log_inv_logit_diff(disc * (thres[y] - mu), disc * (thres[y - 1] - mu)); }
  }
  real cumulative_logit_merged_lpmf(int y, real mu, real disc, vector thres, array[] int j) { return cumulative_logit_lpmf(y | mu, disc, thres[j[1]:j[2]]); }
  real ordered_logistic_merged_lpmf(int y, real mu, vector thres, array[] int j) { return ordered_logistic_lpmf(y | mu, thres[j[1]:j[2]]); }
  real sratio_probit_approx_lpmf(int y, real mu, real disc, vector thres) { int nthres = num_elements(thres); vector[nthres + 1] p; vector[nthres] q; int k = 1; while (k <= min(y, nthres)) { q[k] = log1m_inv_logit(disc * (thres[k] - mu)); p[k] = log1m_exp(q[k]); for (kk in 1:(k - 1)) { p[k] = p[k] + q[kk]; } k += 1; } if (y == nthres + 1) { p[nthres + 1] = sum(q); } return p[y]; }
  real acat_logit_lpmf(int y, real mu, real disc, vector thres) { int nthres = num_elements(thres); vector[nthres + 1] p = append_row(0, cumulative_sum(disc * (mu - thres))); return p[y] - log_sum_exp(p); }
}
data { int<lower=1> N; array[N] int Y; int<lower=2> nthres; int<lower=1> K; matrix[N, K] X; int<lower=1> Kc; int<lower=1> K_disc; matrix[N, K_disc] X_disc; int prior_only; }
transformed data { matrix[N, Kc] Xc; vector[Kc] means_X; for (i in 1:K) { means_X[i] = mean(X[, i]); Xc[, i] = X[, i] - means_X[i]; } }
parameters { vector[Kc] b; ordered[nthres] Intercept; vector[K_disc] b_disc; }
transformed parameters { real lprior = 0; lprior += student_t_lpdf(Intercept | 3, 0, 2.5); }
model {
  if (!prior_only) {
    vector[N] mu = rep_vector(0.0, N); vector[N] disc = rep_vector(0.0, N); mu += Xc * b; disc += X_disc * b_disc; disc = exp(disc);
    for (n in 1:N) { target += cumulative_logit_lpmf(Y[n] | mu[n], disc[n], Intercept); target += sratio_probit_approx_lpmf(Y[n] | mu[n], disc[n], Intercept) + acat_logit_lpmf(Y[n] | mu[n], disc[n], Intercept) + cumulative_logit_merged_lpmf(Y[n] | mu[n], disc[n], Intercept, {1, nthres}) + ordered_logistic_merged_lpmf(Y[n] | mu[n], Intercept, {1, 2}[1:2]); }
  }
  target += lprior;
}
generated quantities { vector[nthres] b_Intercept = Intercept + dot_product(means_X, b); }
