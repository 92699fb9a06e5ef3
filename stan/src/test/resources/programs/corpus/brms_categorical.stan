functions {
  real categorical_logit_glm_mu_lpmf(int y, vector mu) { return categorical_logit_lpmf(y | mu); }
  real dirichlet_logit_lpdf(vector y, vector mu, real phi) {
    return dirichlet_lpdf(y | softmax(mu) * phi);
  }
  real multinomial_logit2_lpmf(array[] int y, vector mu) {
    return multinomial_lpmf(y | softmax(mu));
  }
  real logistic_normal_cholesky_cor_lpdf(vector y, vector mu, vector sigma, matrix Lcor, int refcat) {
    int D = rows(y);
    vector[D-1] x;
    matrix[D-1, D-1] Lsigma = diag_pre_multiply(sigma, Lcor);
    for (i in 1:D) {
      if (i < refcat) {
        x[i] = log(y[i] / y[refcat]);
      } else if (i > refcat) {
        x[i-1] = log(y[i] / y[refcat]);
      }
    }
    return multi_normal_cholesky_lpdf(x | mu, Lsigma) - sum(log(y));
  }
}
data {
  int<lower=1> N;
  int<lower=2> ncat;
  array[N] int Y;
  array[N, ncat] int Ym;
  array[N] simplex[ncat] Yd;
  int<lower=1> Kc;
  matrix[N, Kc] Xc;
}
parameters {
  matrix[Kc, ncat - 1] b;
  real Intercept_muB; real Intercept_muC;
  real<lower=0> phi;
  vector<lower=0>[ncat-1] sigma;
  cholesky_factor_corr[ncat-1] Lln;
}
model {
  vector[N] muB = Intercept_muB + Xc * b[, 1];
  vector[N] muC = Intercept_muC + Xc * b[, 2];
  array[N] vector[ncat] mu;
  for (n in 1:N) {
    mu[n] = transpose([0, muB[n], muC[n]]);
  }
  for (n in 1:N) {
    target += categorical_logit_lpmf(Y[n] | mu[n]);
    target += multinomial_logit2_lpmf(Ym[n] | mu[n]);
    target += multinomial_logit_lpmf(Ym[n] | mu[n]);
    target += dirichlet_logit_lpdf(Yd[n] | mu[n], phi);
    target += logistic_normal_cholesky_cor_lpdf(Yd[n] | mu[n][2:3], sigma, Lln, 1);
  }
  target += categorical_logit_glm_lpmf(Y | Xc, [0, Intercept_muB, Intercept_muC]', append_col(rep_vector(0, Kc), b));
  target += std_normal_lpdf(to_vector(b));
  Lln ~ lkj_corr_cholesky(1);
  sigma ~ exponential(1);
  target += gamma_lpdf(phi | 0.01, 0.01) + student_t_lpdf(Intercept_muB | 3, 0, 2.5) + student_t_lpdf(Intercept_muC | 3, 0, 2.5);
}
