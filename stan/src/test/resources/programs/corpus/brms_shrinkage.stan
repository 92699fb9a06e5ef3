functions {
  /* Efficient computation of the horseshoe scale parameters */
  vector scales_horseshoe(vector lambda, real tau, real c2) {
    int K = rows(lambda);
    vector[K] lambda2 = square(lambda);
    vector[K] lambda_tilde = sqrt(c2 * lambda2 ./ (c2 + tau^2 * lambda2));
    return lambda_tilde * tau;
  }
  vector scales_R2D2(vector phi, real tau2) {
    return sqrt(phi * tau2);
  }
}
data {
  int<lower=1> N;
  vector[N] Y;
  int<lower=1> Kc;
  matrix[N, Kc] Xc;
  int<lower=1> Kscales;
  real<lower=0> hs_df;
  real<lower=0> hs_df_global;
  real<lower=0> hs_df_slab;
  real<lower=0> hs_scale_global;
  real<lower=0> hs_scale_slab;
  real<lower=0> R2D2_mean_R2;
  real<lower=0> R2D2_prec_R2;
  vector<lower=0>[Kscales] R2D2_cons_D2;
}
parameters {
  vector[Kc] zb;
  vector[Kc] zb2;
  real Intercept;
  real<lower=0> hs_global;
  real<lower=0> hs_slab;
  vector<lower=0>[Kscales] hs_local;
  real<lower=0,upper=1> R2D2_R2;
  simplex[Kscales] R2D2_phi;
  real<lower=0> sigma;
}
transformed parameters {
  vector[Kc] b;
  vector[Kc] b2;
  vector<lower=0>[Kc] sdb;
  vector<lower=0>[Kscales] scales;
  real R2D2_tau2;
  real lprior = 0;
  scales = scales_horseshoe(hs_local, hs_global, hs_scale_slab^2 * hs_slab);
  sdb = scales[(1):(Kc)];
  b = zb .* sdb;
  R2D2_tau2 = sigma^2 * R2D2_R2 / (1 - R2D2_R2);
  b2 = zb2 .* scales_R2D2(R2D2_phi, R2D2_tau2);
  lprior += student_t_lpdf(Intercept | 3, 0, 2.5);
  lprior += student_t_lpdf(hs_global | hs_df_global, 0, hs_scale_global * sigma) - 1 * log(0.5);
  lprior += inv_gamma_lpdf(hs_slab | 0.5 * hs_df_slab, 0.5 * hs_df_slab);
  lprior += beta_lpdf(R2D2_R2 | R2D2_mean_R2 * R2D2_prec_R2, (1 - R2D2_mean_R2) * R2D2_prec_R2);
  lprior += student_t_lpdf(sigma | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
}
model {
  target += normal_id_glm_lpdf(Y | Xc, Intercept, b, sigma);
  target += normal_id_glm_lpdf(Y | Xc, Intercept, b2, sigma);
  target += lprior;
  target += std_normal_lpdf(zb) + std_normal_lpdf(zb2);
  target += student_t_lpdf(hs_local | hs_df, 0, 1) - rows(hs_local) * log(0.5);
  target += dirichlet_lpdf(R2D2_phi | R2D2_cons_D2);
}
generated quantities {
  real b_Intercept = Intercept;
}
