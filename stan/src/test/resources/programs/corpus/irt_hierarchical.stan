data { int<lower=1> I; int<lower=1> J; int<lower=1> N; array[N] int<lower=1, upper=I> ii; array[N] int<lower=1, upper=J> jj; array[N] int<lower=0, upper=1> y; }
parameters { vector[J] theta; array[I] vector[2] xi; vector[2] mu; vector<lower=0>[2] tau; cholesky_factor_corr[2] L_Omega; }
transformed parameters { array[I] real<lower=0> alpha; array[I] real beta; for (i in 1:I) { alpha[i] = exp(xi[i, 1]); beta[i] = xi[i, 2]; } }
model {
  matrix[2, 2] L_Sigma;
  L_Sigma = diag_pre_multiply(tau, L_Omega);
  for (i in 1:I) target += multi_normal_cholesky_lpdf(xi[i] | mu, L_Sigma);
  target += normal_lpdf(theta | 0, 1);
  target += lkj_corr_cholesky_lpdf(L_Omega | 4);
  target += normal_lpdf(mu[1] | 0, 1) + normal_lpdf(mu[2] | 0, 5) + exponential_lpdf(tau | .1);
  {
    vector[N] eta;
    for (n in 1:N) eta[n] = alpha[ii[n]] * (theta[jj[n]] - beta[ii[n]]);
    target += bernoulli_logit_lpmf(y | eta);
  }
}
generated quantities { corr_matrix[2] Omega; Omega = multiply_lower_tri_self_transpose(L_Omega); }
