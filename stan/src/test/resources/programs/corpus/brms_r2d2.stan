functions {
  vector R2D2(vector z, vector sds_X, vector phi, real tau2) {
    return z .* sqrt(phi * tau2) ./ sds_X;
  }
  vector scales_R2D2(vector phi, real tau2) {
    return sqrt(phi * tau2);
  }
  vector horseshoe(vector z, vector lambda, real tau, real c2) {
    int K = rows(z);
    vector[K] lambda2 = square(lambda);
    vector[K] lambda_tilde = sqrt(c2 * lambda2 ./ (c2 + tau^2 * lambda2));
    return z .* lambda_tilde * tau;
  }
  vector scales_horseshoe(vector lambda, real tau, real c2) {
    int K = rows(lambda);
    vector[K] lambda2 = square(lambda);
    vector[K] lambda_tilde = sqrt(c2 * lambda2 ./ (c2 + tau^2 * lambda2));
    return lambda_tilde * tau;
  }
  array[] real mono_all(vector s, array[] int i) {
    array[size(i)] real r;
    for (n in 1:size(i)) r[n] = i[n] == 0 ? 0 : rows(s) * sum(s[1:i[n]]);
    return r;
  }
  real mo(vector scale, int i) {
    if (i == 0) {
      return 0;
    }
    else {
      return rows(scale) * sum(scale[1:i]);
    }
  }
}
data {
  int<lower=1> N;
  vector[N] Y;
  int<lower=1> K;
  matrix[N, K] X;
  int<lower=1> Kc;
  int<lower=1> Kscales;
  real<lower=0> R2D2_mean_R2;
  real<lower=0> R2D2_prec_R2;
  vector<lower=0>[Kscales] R2D2_cons_D2;
  int<lower=1> Ksp;
  int<lower=1> Imo;
  array[Imo] int<lower=1> Jmo;
  array[N] int Xmo_1;
  vector[Jmo[1]] con_simo_1;
  int prior_only;
}
transformed data {
  matrix[N, Kc] Xc;
  vector[Kc] means_X;
  vector[Kc] sds_X;
  for (i in 1:Kc) {
    means_X[i] = mean(X[, i]);
    sds_X[i] = sd(X[, i]);
    Xc[, i] = X[, i] - means_X[i];
  }
}
parameters {
  vector[Kc] zb;
  real Intercept;
  real<lower=0, upper=1> R2D2_R2;
  simplex[Kscales] R2D2_phi;
  real<lower=0> sigma;
  simplex[Jmo[1]] simo_1;
  vector[Ksp] bsp;
  vector<lower=0>[Kc] hs_local;
  real<lower=0> hs_global;
  real<lower=0> hs_slab;
}
transformed parameters {
  vector[Kc] b;
  vector<lower=0>[Kc] sdb;
  real R2D2_tau2;
  vector<lower=0>[Kscales] scales;
  real lprior = 0;
  R2D2_tau2 = sigma^2 * R2D2_R2 / (1 - R2D2_R2);
  scales = scales_R2D2(R2D2_phi, R2D2_tau2);
  sdb = scales[(1):(Kc)];
  b = zb .* sdb ./ sds_X;
  b += horseshoe(zb, hs_local, hs_global, hs_slab^2 * 4);
  lprior += student_t_lpdf(Intercept | 3, 0, 2.5);
  lprior += beta_lpdf(R2D2_R2 | R2D2_mean_R2 * R2D2_prec_R2, (1 - R2D2_mean_R2) * R2D2_prec_R2);
  lprior += student_t_lpdf(sigma | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += dirichlet_lpdf(simo_1 | con_simo_1);
  lprior += student_t_lpdf(hs_global | 1, 0, 1 * sigma) - 1 * log(0.5);
  lprior += inv_gamma_lpdf(hs_slab | 0.5 * 4, 0.5 * 4);
}
model {
  if (!prior_only) {
    vector[N] mu = rep_vector(0.0, N);
    mu += Intercept;
    for (n in 1:N) {
      mu[n] += (bsp[1]) * mo(simo_1, Xmo_1[n]);
    }
    target += normal_id_glm_lpdf(Y | Xc, mu, b, sigma);
    target += normal_lpdf(Y | mono_all(simo_1, Xmo_1), sigma);
  }
  target += lprior;
  target += std_normal_lpdf(zb);
  target += dirichlet_lpdf(R2D2_phi | R2D2_cons_D2);
  target += student_t_lpdf(hs_local | 1, 0, 1) - rows(hs_local) * log(0.5);
  bsp ~ normal(0, 1);
}
generated quantities {
  real b_Intercept = Intercept - dot_product(means_X, b);
}
