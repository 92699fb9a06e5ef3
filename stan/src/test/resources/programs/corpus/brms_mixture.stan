data {
  int<lower=1> N;
  vector[N] Y;
  int<lower=1> K_mu1;
  matrix[N, K_mu1] X_mu1;
  vector<lower=0>[2] con_theta;
  int prior_only;
}
transformed data {
  int Kc_mu1 = K_mu1 - 1;
  matrix[N, Kc_mu1] Xc_mu1;
  vector[Kc_mu1] means_X_mu1;
  for (i in 2:K_mu1) {
    means_X_mu1[i - 1] = mean(X_mu1[, i]);
    Xc_mu1[, i - 1] = X_mu1[, i] - means_X_mu1[i - 1];
  }
}
parameters {
  vector[Kc_mu1] b_mu1;
  real<lower=0> sigma1;
  real<lower=0> sigma2;
  real<lower=1> nu2;
  simplex[2] theta;
  ordered[2] ordered_Intercept;
}
transformed parameters {
  real Intercept_mu1 = ordered_Intercept[1];
  real Intercept_mu2 = ordered_Intercept[2];
  real<lower=0,upper=1> theta1;
  real<lower=0,upper=1> theta2;
  real lprior = 0;
  theta1 = theta[1];
  theta2 = theta[2];
  lprior += student_t_lpdf(Intercept_mu1 | 3, 0, 2.5);
  lprior += student_t_lpdf(sigma1 | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += student_t_lpdf(sigma2 | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += dirichlet_lpdf(theta | con_theta);
}
model {
  if (!prior_only) {
    vector[N] mu1 = rep_vector(0.0, N);
    vector[N] mu2 = rep_vector(0.0, N);
    mu1 += Intercept_mu1 + Xc_mu1 * b_mu1;
    mu2 += Intercept_mu2;
    // likelihood of the mixture model
    for (n in 1:N) {
      array[2] real ps;
      ps[1] = log(theta1) + normal_lpdf(Y[n] | mu1[n], sigma1);
      ps[2] = log(theta2) + student_t_lpdf(Y[n] | nu2, mu2[n], sigma2);
      target += log_sum_exp(ps);
    }
  }
  target += lprior;
  target += student_t_lpdf(Intercept_mu2 | 3, 0, 2.5) + gamma_lpdf(nu2 | 2, 0.1) + std_normal_lpdf(b_mu1);
}
