functions {
  /* compute monotonic effects */
  real mo(vector scale, int i) {
    if (i == 0) {
      return 0;
    } else {
      return rows(scale) * sum(scale[1:i]);
    }
  }
  array[] int sequence(int start, int end) {
    array[end - start + 1] int seq;
    for (n in 1:num_elements(seq)) {
      seq[n] = n + start - 1;
    }
    return seq;
  }
  // compute partial sums of the log-likelihood
  real partial_log_lik_lpmf(array[] int seq, int start, int end, data vector Y, data matrix Xc, vector b, real Intercept, data array[] int Xmo_1, vector simo_1, vector bsp, real sigma, data array[] int J_1, data vector Z_1_1, vector r_1_1) {
    real ptarget = 0;
    int N = end - start + 1;
    vector[N] mu = rep_vector(0.0, N);
    mu += Intercept + Xc[start:end] * b;
    for (n in 1:N) {
      int nn = n + start - 1;
      mu[n] += (bsp[1]) * mo(simo_1, Xmo_1[nn]) + r_1_1[J_1[nn]] * Z_1_1[nn];
    }
    ptarget += normal_lpdf(Y[start:end] | mu, sigma);
    return ptarget;
  }
}
data {
  int<lower=1> N;
  vector[N] Y;
  int<lower=1> Kc;
  matrix[N, Kc] Xc;
  int<lower=1> Ksp;
  int<lower=1> Imo;
  array[Imo] int<lower=1> Jmo;
  array[N] int Xmo_1;
  vector[Jmo[1]] con_simo_1;
  int grainsize;
  int<lower=1> N_1;
  array[N] int<lower=1> J_1;
  vector[N] Z_1_1;
  int prior_only;
}
transformed data {
  array[N] int seq = sequence(1, N);
}
parameters {
  vector[Kc] b;
  real Intercept;
  simplex[Jmo[1]] simo_1;
  vector[Ksp] bsp;
  real<lower=0> sigma;
  vector<lower=0>[1] sd_1;
  array[1] vector[N_1] z_1;
}
transformed parameters {
  vector[N_1] r_1_1 = (sd_1[1] * (z_1[1]));
  real lprior = 0;
  lprior += student_t_lpdf(Intercept | 3, 0, 2.5);
  lprior += dirichlet_lpdf(simo_1 | con_simo_1);
  lprior += student_t_lpdf(sigma | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += student_t_lpdf(sd_1 | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
}
model {
  if (!prior_only) {
    target += reduce_sum(partial_log_lik_lpmf, seq, grainsize, Y, Xc, b, Intercept, Xmo_1, simo_1, bsp, sigma, J_1, Z_1_1, r_1_1);
  }
  target += lprior;
  target += std_normal_lpdf(z_1[1]) + std_normal_lpdf(b) + std_normal_lpdf(bsp);
}
