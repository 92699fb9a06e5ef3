functions {
  real logm1(real a) { return log(a - 1.0); }
  real expp1(real a) { return exp(a) + 1.0; }
}
data {
  int<lower=1> N;
  vector[N] Y;
  int<lower=1> K_ult;
  matrix[N, K_ult] X_ult;
  int<lower=1> K_omega;
  matrix[N, K_omega] X_omega;
  int<lower=1> K_theta;
  matrix[N, K_theta] X_theta;
  array[N] int C_1;
  vector[N] C_2;
  int<lower=1> K_sigma;
  matrix[N, K_sigma] X_sigma;
  int<lower=1> N_1;
  int<lower=1> M_1;
  array[N] int<lower=1> J_1;
  vector[N] Z_1_ult_1;
  int prior_only;
}
parameters {
  vector<lower=0>[K_ult] b_ult;
  vector<lower=0>[K_omega] b_omega;
  vector<lower=0>[K_theta] b_theta;
  vector[K_sigma] b_sigma;
  real<lower=1> nu;
  vector<lower=0>[M_1] sd_1;
  array[M_1] vector[N_1] z_1;
}
transformed parameters {
  vector[N_1] r_1_ult_1;
  real lprior = 0;
  r_1_ult_1 = (sd_1[1] * (z_1[1]));
  lprior += normal_lpdf(b_ult | 5000, 1000) - 1 * normal_lccdf(0 | 5000, 1000);
  lprior += normal_lpdf(b_omega | 1, 2) - 1 * normal_lccdf(0 | 1, 2);
  lprior += normal_lpdf(b_theta | 45, 10) - 1 * normal_lccdf(0 | 45, 10);
  lprior += gamma_lpdf(nu | 2, 0.1) - 1 * gamma_lccdf(1 | 2, 0.1);
  lprior += student_t_lpdf(sd_1 | 3, 0, 967.2) - 1 * student_t_lccdf(0 | 3, 0, 967.2);
}
model {
  if (!prior_only) {
    vector[N] nlp_ult = rep_vector(0.0, N);
    vector[N] nlp_omega = rep_vector(0.0, N);
    vector[N] nlp_theta = rep_vector(0.0, N);
    vector[N] mu;
    vector[N] sigma = rep_vector(0.0, N);
    nlp_ult += X_ult * b_ult;
    nlp_omega += X_omega * b_omega;
    nlp_theta += X_theta * b_theta;
    sigma += X_sigma * b_sigma;
    for (n in 1:N) {
      nlp_ult[n] += r_1_ult_1[J_1[n]] * Z_1_ult_1[n];
    }
    for (n in 1:N) {
      // compute non-linear predictor values
      mu[n] = (nlp_ult[n] * (1 - exp( - (C_1[n] / nlp_theta[n]) ^ nlp_omega[n])));
    }
    sigma = exp(sigma);
    target += student_t_lpdf(Y | nu, mu, sigma);
  }
  target += lprior;
  target += std_normal_lpdf(z_1[1]);
  target += normal_lpdf(b_sigma | 5, 3);
}
