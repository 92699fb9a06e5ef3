functions {
  vector gp(data array[] vector x, real sdgp, vector lscale, vector zgp) {
    int Dls = rows(lscale);
    int N = size(x);
    matrix[N, N] cov;
    if (Dls == 1) {
      cov = gp_exp_quad_cov(x, sdgp, lscale[1]);
    }
    else {
      cov = gp_exp_quad_cov(x[, 1], sdgp, lscale[1]);
      for (d in 2:Dls) {
        cov = cov .* gp_exp_quad_cov(x[, d], 1, lscale[d]);
      }
    }
    for (n in 1:N) {
      cov[n, n] += 1e-12 + 1e-8;
    }
    return cholesky_decompose(cov) * zgp;
  }
  matrix cholesky_cor_ar1(real ar, int nrows) {
    matrix[nrows, nrows] mat;
    vector[nrows - 1] gamma;
    mat = diag_matrix(rep_vector(1, nrows));
    for (i in 2:nrows) {
      gamma[i - 1] = pow(ar, i - 1);
      for (j in 1:(i - 1)) {
        mat[i, j] = gamma[i - j];
        mat[j, i] = gamma[i - j];
      }
    }
    return cholesky_decompose(mat ./ (1 - ar^2));
  }
  matrix scale_r_cor(matrix z, vector SD, matrix L) {
    return transpose(diag_pre_multiply(SD, L) * z);
  }
  matrix scale_r_cor_by(matrix z, matrix SD, array[] matrix L, array[] int Jby) {
    matrix[cols(z), rows(z)] r;
    array[size(L)] matrix[rows(L[1]), cols(L[1])] LC;
    for (i in 1:size(LC)) {
      LC[i] = diag_pre_multiply(SD[, i], L[i]);
    }
    for (j in 1:rows(r)) {
      r[j] = transpose(LC[Jby[j]] * z[, j]);
    }
    return r;
  }
  real normal_time_hom_lpdf(vector y, vector mu, real sigma, matrix chol_cor, array[] int nobs, array[] int begin, array[] int end) {
    int I = size(nobs);
    vector[I] lp;
    matrix[rows(chol_cor), cols(chol_cor)] L = sigma * chol_cor;
    for (i in 1:I) {
      matrix[nobs[i], nobs[i]] L_i = L[1:nobs[i], 1:nobs[i]];
      lp[i] = multi_normal_cholesky_lpdf(y[begin[i]:end[i]] | mu[begin[i]:end[i]], L_i);
    }
    return sum(lp);
  }
}
data {
  int<lower=1> N;
  vector[N] Y_a;
  vector[N] Y_b;
  int D;
  array[N] vector[D] Xgp;
  int<lower=1> N_1;
  int<lower=1> M_1;
  array[N] int J_1;
  vector[N] Z_1_a_1;
  vector[N] Z_1_b_2;
  int<lower=1> NC_1;
  int<lower=1> nby;
  array[N_1] int Jby;
  int n_groups;
  array[n_groups] int nobs;
  array[n_groups] int begin;
  array[n_groups] int end;
  array[N] int Jlag;
  int Kar;
  vector[N] se2;
}
transformed data {
  int nresp = 2;
  int nrescor = choose(nresp, 2);
  array[N] vector[nresp] Y;
  for (n in 1:N) {
    Y[n] = transpose([Y_a[n], Y_b[n]]);
  }
  int max_lag = 2;
}
parameters {
  real Intercept_a;
  real Intercept_b;
  vector<lower=0>[1] sdgp;
  array[1] vector<lower=0>[2] lscale;
  vector[N] zgp;
  matrix<lower=0>[M_1, nby] sd_1;
  matrix[M_1, N_1] z_1;
  array[nby] cholesky_factor_corr[M_1] L_1;
  real<lower=0> sigma_a;
  real<lower=0> sigma_b;
  cholesky_factor_corr[nresp] Lrescor;
  real<lower=-1, upper=1> ar1;
  vector<lower=-1, upper=1>[Kar] ar;
}
transformed parameters {
  matrix[N_1, M_1] r_1;
  vector[N_1] r_1_a_1;
  vector[N_1] r_1_b_2;
  r_1 = scale_r_cor_by(z_1, sd_1, L_1, Jby);
  r_1_a_1 = r_1[, 1];
  r_1_b_2 = r_1[, 2];
}
model {
  vector[N] mu_a = rep_vector(0.0, N);
  vector[N] mu_b = rep_vector(0.0, N);
  array[N] vector[nresp] Mu;
  vector[nresp] sigma = transpose([sigma_a, sigma_b]);
  matrix[nresp, nresp] LSigma = diag_pre_multiply(sigma, Lrescor);
  matrix[N, max_lag] Err = rep_matrix(0, N, max_lag);
  vector[N] err;
  mu_a += Intercept_a + gp(Xgp, sdgp[1], lscale[1], zgp);
  mu_b += Intercept_b;
  for (n in 1:N) {
    mu_a[n] += r_1_a_1[J_1[n]] * Z_1_a_1[n];
    mu_b[n] += r_1_b_2[J_1[n]] * Z_1_b_2[n];
  }
  for (n in 1:N) {
    err[n] = Y_b[n] - mu_b[n];
    for (i in 1:Jlag[n]) {
      Err[n + 1, i] = err[n + 1 - i];
    }
    mu_b[n] += Err[n, 1:Kar] * ar;
  }
  for (n in 1:N) {
    Mu[n] = transpose([mu_a[n], mu_b[n]]);
  }
  target += multi_normal_cholesky_lpdf(Y | Mu, LSigma);
  target += normal_time_hom_lpdf(Y_a | mu_a, sigma_a, cholesky_cor_ar1(ar1, max(nobs)), nobs, begin, end);
  target += normal_lpdf(Y_b | mu_b, sqrt(square(sigma_b) + se2));
  for (i in 1:nby) target += lkj_corr_cholesky_lpdf(L_1[i] | 1);
  target += std_normal_lpdf(to_vector(z_1));
  target += std_normal_lpdf(zgp);
  target += student_t_lpdf(to_vector(sd_1) | 3, 0, 2.5) - 4 * student_t_lccdf(0 | 3, 0, 2.5);
  target += inv_gamma_lpdf(lscale[1][1] | 1.49, 0.05);
  lscale[1][2] ~ inv_gamma(2, 1);
  sdgp ~ exponential(1);
  sigma ~ exponential(1);
  Lrescor ~ lkj_corr_cholesky(1);
  Intercept_a ~ normal(0, 2);
  Intercept_b ~ normal(0, 2);
}
generated quantities {
  corr_matrix[nresp] Rescor = multiply_lower_tri_self_transpose(Lrescor);
  vector<lower=-1, upper=1>[nrescor] rescor;
  corr_matrix[M_1] Cor_1 = multiply_lower_tri_self_transpose(L_1[1]);
  for (k in 1:nresp) {
    for (j in 1:(k - 1)) {
      rescor[choose(k - 1, 2) + j] = Rescor[j, k];
    }
  }
}
