data {
  int<lower=1> N;
  vector[N] Y;
  vector<lower=0>[N] weights;
  int Ks;
  matrix[N, Ks] Xs;
  int nb_1;
  array[nb_1] int knots_1;
  matrix[N, knots_1[1]] Zs_1_1;
  int<lower=1> N_1;
  int<lower=1> M_1;
  array[N] int<lower=1> J_1_1;
  array[N] int<lower=1> J_1_2;
  array[N] real W_1_1;
  array[N] real W_1_2;
  vector[N] Z_1_1_1;
  vector[N] Z_1_1_2;
  int prior_only;
}
parameters {
  real Intercept;
  vector[Ks] bs;
  vector[knots_1[1]] zs_1_1;
  vector<lower=0>[nb_1] sds_1;
  real<lower=0> sigma;
  vector<lower=0>[M_1] sd_1;
  array[M_1] vector[N_1] z_1;
}
transformed parameters {
  vector[knots_1[1]] s_1_1;
  vector[N_1] r_1_1;
  real lprior = 0;
  s_1_1 = sds_1[1] * zs_1_1;
  r_1_1 = (sd_1[1] * (z_1[1]));
  lprior += student_t_lpdf(Intercept | 3, 4, 4.4);
  lprior += student_t_lpdf(sds_1 | 3, 0, 4.4)
    - 1 * student_t_lccdf(0 | 3, 0, 4.4);
  lprior += student_t_lpdf(sigma | 3, 0, 4.4)
    - 1 * student_t_lccdf(0 | 3, 0, 4.4);
  lprior += student_t_lpdf(sd_1 | 3, 0, 4.4)
    - 1 * student_t_lccdf(0 | 3, 0, 4.4);
}
model {
  if (!prior_only) {
    vector[N] mu = rep_vector(0.0, N);
    mu += Intercept + Xs * bs + Zs_1_1 * s_1_1;
    for (n in 1:N) {
      mu[n] += W_1_1[n] * r_1_1[J_1_1[n]] * Z_1_1_1[n] + W_1_2[n] * r_1_1[J_1_2[n]] * Z_1_1_2[n];
    }
    for (n in 1:N) {
      target += weights[n] * (normal_lpdf(Y[n] | mu[n], sigma));
    }
  }
  target += lprior;
  target += std_normal_lpdf(zs_1_1);
  target += std_normal_lpdf(z_1[1]);
}
generated quantities {
  real b_Intercept = Intercept;
}
