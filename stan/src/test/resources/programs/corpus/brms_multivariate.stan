data {
  int<lower=1> N;
  int<lower=1> N_a;
  vector[N_a] Y_a;
  int<lower=1> K_a;
  matrix[N_a, K_a] X_a;
  int<lower=1> N_b;
  vector[N_b] Y_b;
  int<lower=1> nresp;
  int nrescor;
  int<lower=1> N_1;
  int<lower=1> M_1;
  array[N] int<lower=1> J_1;
  vector[N] Z_1_a_1;
  vector[N] Z_1_b_2;
  int<lower=1> NC_1;
  int prior_only;
}
transformed data {
  array[N] vector[nresp] Y;
  for (n in 1:N) {
    Y[n] = transpose([Y_a[n], Y_b[n]]);
  }
}
parameters {
  vector[K_a] b_a;
  real Intercept_a;
  real<lower=0> sigma_a;
  real Intercept_b;
  real<lower=0> sigma_b;
  cholesky_factor_corr[nresp] Lrescor;
  real<lower=1> nu;
  vector<lower=0>[M_1] sd_1;
  matrix[M_1, N_1] z_1;
  cholesky_factor_corr[M_1] L_1;
}
transformed parameters {
  matrix[N_1, M_1] r_1;
  vector[N_1] r_1_a_1;
  vector[N_1] r_1_b_2;
  real lprior = 0;
  // compute actual group-level effects
  r_1 = transpose(diag_pre_multiply(sd_1, L_1) * z_1);
  r_1_a_1 = r_1[, 1];
  r_1_b_2 = r_1[, 2];
  lprior += student_t_lpdf(Intercept_a | 3, 0, 2.5);
  lprior += student_t_lpdf(sigma_a | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += student_t_lpdf(Intercept_b | 3, 0, 2.5);
  lprior += student_t_lpdf(sigma_b | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += lkj_corr_cholesky_lpdf(Lrescor | 1);
  lprior += gamma_lpdf(nu | 2, 0.1) - 1 * gamma_lccdf(1 | 2, 0.1);
  lprior += student_t_lpdf(sd_1 | 3, 0, 2.5) - 2 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += lkj_corr_cholesky_lpdf(L_1 | 1);
}
model {
  if (!prior_only) {
    vector[N_a] mu_a = rep_vector(0.0, N_a);
    vector[N_b] mu_b = rep_vector(0.0, N_b);
    array[N] vector[nresp] Mu;
    vector[nresp] sigma = transpose([sigma_a, sigma_b]);
    matrix[nresp, nresp] LSigma = diag_pre_multiply(sigma, Lrescor);
    matrix[nresp, nresp] Sigma = multiply_lower_tri_self_transpose(LSigma);
    mu_a += Intercept_a + X_a * b_a;
    mu_b += Intercept_b;
    for (n in 1:N_a) {
      mu_a[n] += r_1_a_1[J_1[n]] * Z_1_a_1[n];
    }
    for (n in 1:N_b) {
      mu_b[n] += r_1_b_2[J_1[n]] * Z_1_b_2[n];
    }
    for (n in 1:N) {
      Mu[n] = transpose([mu_a[n], mu_b[n]]);
    }
    target += multi_normal_cholesky_lpdf(Y | Mu, LSigma);
    target += multi_student_t_lpdf(Y | nu, Mu, Sigma);
  }
  target += lprior;
  target += std_normal_lpdf(to_vector(z_1));
  target += std_normal_lpdf(b_a);
}
generated quantities {
  corr_matrix[nresp] Rescor = multiply_lower_tri_self_transpose(Lrescor);
  vector<lower=-1, upper=1>[nrescor] rescor;
  corr_matrix[M_1] Cor_1 = multiply_lower_tri_self_transpose(L_1);
  vector<lower=-1, upper=1>[NC_1] cor_1;
  for (k in 1:nresp) {
    for (j in 1:(k - 1)) {
      rescor[choose(k - 1, 2) + j] = Rescor[j, k];
    }
  }
  for (k in 1:M_1) {
    for (j in 1:(k - 1)) {
      cor_1[choose(k - 1, 2) + j] = Cor_1[j, k];
    }
  }
}
