// As a regression package writes it: censoring, a spline, a group term, priors in lprior.
functions {
  vector scale_r_cor(matrix z, vector SD, matrix L) { return to_vector((diag_pre_multiply(SD, L) * z)'); }
  real shifted_lpdf(real y, real mu, real sigma, real ndt) { return lognormal_lpdf(y - ndt | mu, sigma); }
  real shifted_lpdf(vector y, real mu, real sigma, real ndt) { return lognormal_lpdf(y - ndt | mu, sigma); }
}
data {
  int<lower=1> N; vector[N] Y; array[N] int<lower=-1, upper=1> cens; int<lower=1> K; matrix[N, K] X; int<lower=1> Kc;
  int<lower=1> N_1; int<lower=1> M_1; array[N] int<lower=1> J_1; vector[N] Z_1_1; vector[N] Z_1_2;
  int knots; matrix[N, knots] Zs; int prior_only;
}
transformed data {
  matrix[N, Kc] Xc; vector[Kc] means_X;
  for (i in 2:K) { means_X[i - 1] = mean(X[, i]); Xc[, i - 1] = X[, i] - means_X[i - 1]; }
}
parameters {
  vector[Kc] b; real Intercept; vector[knots] zs; vector<lower=0>[1] sds; real<lower=0> sigma;
  vector<lower=0>[M_1] sd_1; matrix[M_1, N_1] z_1; cholesky_factor_corr[M_1] L_1; real<lower=0, upper=min(Y)> ndt;
}
transformed parameters {
  vector[knots] s_1 = sds[1] * zs;
  matrix[N_1, M_1] r_1 = to_matrix(scale_r_cor(z_1, sd_1, L_1), N_1, M_1);
  vector[N_1] r_1_1 = r_1[, 1]; vector[N_1] r_1_2 = r_1[, 2];
  real lprior = 0;
  lprior += student_t_lpdf(Intercept | 3, 0, 2.5);
  lprior += student_t_lpdf(sigma | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += student_t_lpdf(sd_1 | 3, 0, 2.5) - 2 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += student_t_lpdf(sds | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += lkj_corr_cholesky_lpdf(L_1 | 1);
  lprior += normal_lpdf(b | 0, 2);
}
model {
  if (!prior_only) {
    vector[N] mu = rep_vector(0.0, N);
    mu += Intercept + Xc * b + Zs * s_1;
    for (n in 1:N) mu[n] += r_1_1[J_1[n]] * Z_1_1[n] + r_1_2[J_1[n]] * Z_1_2[n];
    for (n in 1:N) {
      if (cens[n] == 0) target += normal_lpdf(Y[n] | mu[n], sigma);
      else if (cens[n] == 1) target += normal_lccdf(Y[n] | mu[n], sigma);
      else if (cens[n] == -1) target += normal_lcdf(Y[n] | mu[n], sigma);
    }
    target += shifted_lupdf(Y[1] | 0, sigma, ndt) + shifted_lpdf(Y | Intercept, sigma, ndt);
  }
  target += lprior;
  target += std_normal_lpdf(to_vector(z_1)) + std_normal_lpdf(zs);
}
generated quantities { real b_Intercept = Intercept - dot_product(means_X, b); vector[M_1] cor = diagonal(multiply_lower_tri_self_transpose(L_1)); }
