functions {
  vector gp_pred_rng(array[] real x2, vector f1, array[] real x1, real alpha, real rho, real delta) {
    int N1 = rows(f1);
    int N2 = size(x2);
    vector[N2] f2;
    {
      matrix[N1, N1] K = add_diag(gp_exp_quad_cov(x1, alpha, rho), delta);
      matrix[N1, N1] L_K = cholesky_decompose(K);
      vector[N1] L_K_div_f1 = mdivide_left_tri_low(L_K, f1);
      vector[N1] K_div_f1 = mdivide_right_tri_low(L_K_div_f1', L_K)';
      matrix[N1, N2] k_x1_x2 = gp_exp_quad_cov(x1, x2, alpha, rho);
      vector[N2] f2_mu = (k_x1_x2' * K_div_f1);
      matrix[N1, N2] v_pred = mdivide_left_tri_low(L_K, k_x1_x2);
      matrix[N2, N2] cov_f2 = gp_exp_quad_cov(x2, alpha, rho) - v_pred' * v_pred;
      matrix[N2, N2] diag_delta = diag_matrix(rep_vector(delta, N2));
      f2 = multi_normal_rng(f2_mu, cov_f2 + diag_delta);
    }
    return f2;
  }
  matrix L_cov_exp_quad_ARD(array[] vector x, real alpha, vector rho, real delta) {
    int N = size(x);
    matrix[N, N] K;
    real sq_alpha = square(alpha);
    for (i in 1:(N-1)) {
      K[i, i] = sq_alpha + delta;
      for (j in (i + 1):N) {
        K[i, j] = sq_alpha * exp(-0.5 * dot_self((x[i] - x[j]) ./ rho));
        K[j, i] = K[i, j];
      }
    }
    K[N, N] = sq_alpha + delta;
    return cholesky_decompose(K);
  }
}
data { int<lower=1> N1; array[N1] real x1; array[N1] int<lower=0, upper=1> z1; int<lower=1> N2; array[N2] real x2; int D; array[N1] vector[D] xx; vector[N1] y; }
transformed data { real delta = 1e-9; int<lower=1> N = N1 + N2; array[N] real x; for (n1 in 1:N1) x[n1] = x1[n1]; for (n2 in 1:N2) x[N1 + n2] = x2[n2]; }
parameters { real<lower=0> rho; real<lower=0> alpha; real a; vector[N] eta; vector<lower=0>[D] r2; vector[N1] e2; real<lower=0> sigma; }
transformed parameters {
  vector[N] f;
  {
    matrix[N, N] L_K;
    matrix[N, N] K = gp_exp_quad_cov(x, alpha, rho);
    for (n in 1:N) K[n, n] = K[n, n] + delta;
    L_K = cholesky_decompose(K);
    f = L_K * eta;
  }
}
model {
  rho ~ inv_gamma(5, 5); alpha ~ std_normal(); a ~ std_normal(); eta ~ std_normal(); e2 ~ std_normal(); r2 ~ inv_gamma(5, 5); sigma ~ std_normal();
  z1 ~ bernoulli_logit(a + f[1:N1]);
  y ~ normal(L_cov_exp_quad_ARD(xx, alpha, r2, 1e-8) * e2, sigma);
}
generated quantities {
  array[N2] int z2;
  vector[N2] f2 = gp_pred_rng(x2, f[1:N1], x1, alpha, rho, delta);
  for (n2 in 1:N2) z2[n2] = bernoulli_logit_rng(a + f[N1 + n2]);
}
