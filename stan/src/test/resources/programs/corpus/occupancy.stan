functions {
  matrix cov_matrix_2d(vector sigma, real rho) {
    matrix[2,2] Sigma;
    Sigma[1,1] = square(sigma[1]); Sigma[2,2] = square(sigma[2]);
    Sigma[1,2] = sigma[1] * sigma[2] * rho; Sigma[2,1] = Sigma[1,2];
    return Sigma;
  }
  real lp_observed(int X, int K, real logit_psi, real logit_theta) {
    return log_inv_logit(logit_psi) + binomial_logit_lpmf(X | K, logit_theta);
  }
  real lp_unobserved(int K, real logit_psi, real logit_theta) {
    return log_sum_exp(lp_observed(0, K, logit_psi, logit_theta), log1m_inv_logit(logit_psi));
  }
  real lp_never_observed(int J, int K, real logit_psi, real logit_theta, real Omega) {
    real lp_unavailable = bernoulli_lpmf(0 | Omega);
    real lp_available = bernoulli_lpmf(1 | Omega) + J * lp_unobserved(K, logit_psi, logit_theta);
    return log_sum_exp(lp_unavailable, lp_available);
  }
}
data {
  int<lower=1> J; int<lower=1> K; int<lower=1> n;
  array[n, J] int<lower=0, upper=K> X;
  int<lower=n> S;
}
parameters {
  real alpha; real beta; real<lower=0, upper=+1> Omega; real<lower=-1,upper=+1> rho_uv;
  vector<lower=0, upper=positive_infinity()>[2] sigma_uv;
  array[S] vector[2] uv;
}
transformed parameters {
  array[S] real logit_psi; array[S] real logit_theta;
  for (i in 1:S) logit_psi[i] = uv[i, 1] + alpha;
  for (i in 1:S) logit_theta[i] = uv[i, 2] + beta;
}
model {
  alpha ~ cauchy(0, 2.5); beta ~ cauchy(0, 2.5); sigma_uv ~ cauchy(0, 2.5);
  (rho_uv + 1) / 2 ~ beta(2, 2);
  target += multi_normal_lpdf(uv | rep_vector(0, 2), cov_matrix_2d(sigma_uv, rho_uv));
  Omega ~ beta(2, 2);
  for (i in 1:n) {
    1 ~ bernoulli(Omega);
    for (j in 1:J) {
      if (X[i, j] > 0) target += lp_observed(X[i, j], K, logit_psi[i], logit_theta[i]);
      else target += lp_unobserved(K, logit_psi[i], logit_theta[i]);
    }
  }
  for (i in (n + 1):S) target += lp_never_observed(J, K, logit_psi[i], logit_theta[i], Omega);
}
generated quantities {
  real<lower=0, upper=S> E_N = S * Omega;
  int<lower=0, upper=S> E_N_2;
  vector[2] sims;
  E_N_2 = n;
  for (i in (n + 1):S) {
    real lp_unavailable = bernoulli_lpmf(0 | Omega);
    real lp_available = bernoulli_lpmf(1 | Omega) + J * lp_unobserved(K, logit_psi[i], logit_theta[i]);
    real Pr_available = exp(lp_available - log_sum_exp(lp_unavailable, lp_available));
    E_N_2 += bernoulli_rng(Pr_available);
  }
  sims = multi_normal_rng(rep_vector(0, 2), cov_matrix_2d(sigma_uv, rho_uv));
}
