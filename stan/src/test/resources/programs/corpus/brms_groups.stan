functions {
  /* compute correlated group-level effects */
  matrix scale_r_cor(matrix z, vector SD, matrix L) {
    // r is stored in another dimension order than z
    return transpose(diag_pre_multiply(SD, L) * z);
  }
  matrix scale_r_cor_by(matrix z, matrix SD, array[] matrix L, array[] int Jby) {
    // r is stored in another dimension order than z
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
  matrix scale_r_cor_cov(matrix z, vector SD, matrix L, matrix Lcov) {
    vector[num_elements(z)] z_flat = to_vector(z);
    vector[num_elements(z)] r = rep_vector(0, num_elements(z));
    matrix[rows(L), cols(L)] LC = diag_pre_multiply(SD, L);
    int rows_z = rows(z);
    int rows_L = rows(L);
    int rows_Lcov = rows(Lcov);
    // kronecker product of cholesky factors times a vector
    for (icov in 1:rows_Lcov) {
      for (jcov in 1:icov) {
        if (Lcov[icov, jcov] > 1e-10) { // avoid calculating products between unrelated individuals
          for (i in 1:rows_L) {
            for (j in 1:i) {
              // incremented element of the output vector
              int k = (rows_L * (icov - 1)) + i;
              // applied element of the input vector
              int l = (rows_L * (jcov - 1)) + j;
              r[k] = r[k] + Lcov[icov, jcov] * LC[i, j] * z_flat[l];
            }
          }
        }
      }
    }
    // r is returned in another dimension order than z
    return to_matrix(r, cols(z), rows(z), 0);
  }
}
data {
  int<lower=1> N;
  vector[N] Y;
  int<lower=1> N_1; int<lower=1> M_1; array[N] int<lower=1> J_1;
  vector[N] Z_1_1; vector[N] Z_1_2;
  int<lower=1> Nby_1; array[N_1] int<lower=1> Jby_1;
  matrix[N_1, N_1] Lcov_1;
}
parameters {
  real Intercept;
  real<lower=0> sigma;
  matrix<lower=0>[M_1, Nby_1] sd_1;
  matrix[M_1, N_1] z_1;
  array[Nby_1] cholesky_factor_corr[M_1] L_1;
  vector<lower=0>[M_1] sd_2;
  matrix[M_1, N_1] z_2;
  cholesky_factor_corr[M_1] L_2;
  real<lower=1> df_1;
  vector<lower=0>[N_1] udf_1;
}
transformed parameters {
  vector[N_1] dfm_1;
  matrix[N_1, M_1] r_1;
  vector[N_1] r_1_1;
  vector[N_1] r_1_2;
  matrix[N_1, M_1] r_2;
  dfm_1 = sqrt(df_1 * udf_1);
  r_1 = rep_matrix(dfm_1, M_1) .* scale_r_cor_by(z_1, sd_1, L_1, Jby_1);
  r_1_1 = r_1[, 1];
  r_1_2 = r_1[, 2];
  r_2 = scale_r_cor_cov(z_2, sd_2, L_2, Lcov_1);
}
model {
  vector[N] mu = Intercept + rep_vector(0.0, N);
  for (n in 1:N) {
    mu[n] += r_1_1[J_1[n]] * Z_1_1[n] + r_1_2[J_1[n]] * Z_1_2[n] + r_2[J_1[n], 1] * Z_1_1[n] + r_2[J_1[n], 2] * Z_1_2[n];
  }
  target += normal_lpdf(Y | mu, sigma);
  target += student_t_lpdf(to_vector(sd_1) | 3, 0, 2.5) - 4 * student_t_lccdf(0 | 3, 0, 2.5);
  target += std_normal_lpdf(to_vector(z_1)) + std_normal_lpdf(to_vector(z_2));
  for (i in 1:Nby_1) target += lkj_corr_cholesky_lpdf(L_1[i] | 1);
  L_2 ~ lkj_corr_cholesky(2);
  target += inv_chi_square_lpdf(udf_1 | df_1) + gamma_lpdf(df_1 | 2, 0.1) - 1 * gamma_lccdf(1 | 2, 0.1);
  sd_2 ~ exponential(1); sigma ~ exponential(1); Intercept ~ normal(0, 2);
}
generated quantities {
  array[Nby_1] corr_matrix[M_1] Cor_1;
  for (i in 1:Nby_1) Cor_1[i] = multiply_lower_tri_self_transpose(L_1[i]);
}
