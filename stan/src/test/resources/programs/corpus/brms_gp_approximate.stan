functions {
  /* Spectral density function of a Gaussian process
   * with squared exponential covariance kernel
   * Args:
   *   x: array of numeric values of dimension NB x D
   *   sdgp: marginal SD parameter
   *   lscale: vector of length-scale parameters
   * Returns:
   *   numeric vector of length NB of the SPD evaluated at 'x'
   */
  vector spd_gp_exp_quad(data array[] vector x, real sdgp, vector lscale) {
    int NB = dims(x)[1];
    int D = dims(x)[2];
    int Dls = rows(lscale);
    real constant = square(sdgp) * sqrt(2 * pi())^D;
    vector[NB] out;
    if (Dls == 1) {
      // one dimensional or isotropic GP
      real neg_half_lscale2 = -0.5 * square(lscale[1]);
      constant = constant * lscale[1]^D;
      for (m in 1:NB) {
        out[m] = constant * exp(neg_half_lscale2 * dot_self(x[m]));
      }
    } else {
      // multi-dimensional non-isotropic GP
      vector[Dls] neg_half_lscale2 = -0.5 * square(lscale);
      constant = constant * prod(lscale);
      for (m in 1:NB) {
        out[m] = constant * exp(dot_product(neg_half_lscale2, square(x[m])));
      }
    }
    return out;
  }
  vector gp_exp_quad(data array[] vector x, real sdgp, vector lscale, vector zgp) {
    int Dls = rows(lscale);
    int N = size(x);
    matrix[N, N] cov;
    if (Dls == 1) {
      cov = gp_exp_quad_cov(x, sdgp, lscale[1]);
    } else {
      cov = gp_exp_quad_cov(x[, 1], sdgp, lscale[1]);
      for (d in 2:Dls) {
        cov = cov .* gp_exp_quad_cov(x[, d], 1, lscale[d]);
      }
    }
    for (n in 1:N) {
      cov[n, n] += 1e-12;
    }
    return cholesky_decompose(cov) * zgp;
  }
}
data {
  int<lower=1> N;
  vector[N] Y;
  int<lower=1> Kgp_1;
  int<lower=1> Dgp_1;
  int<lower=1> NBgp_1;
  matrix[N, NBgp_1] Xgp_1;
  array[NBgp_1] vector[Dgp_1] slambda_1;
  int<lower=1> Nsubgp_2;
  array[N] int<lower=1> Jgp_2;
  array[Nsubgp_2] vector[2] Xgp_2;
  int prior_only;
}
parameters {
  real Intercept;
  vector<lower=0>[Kgp_1] sdgp_1;
  array[Kgp_1] vector<lower=0>[1] lscale_1;
  vector[NBgp_1] zgp_1;
  vector<lower=0>[1] sdgp_2;
  array[1] vector<lower=0>[2] lscale_2;
  vector[Nsubgp_2] zgp_2;
  real<lower=0> sigma;
}
transformed parameters {
  real lprior = 0;
  lprior += student_t_lpdf(Intercept | 3, 0, 2.5);
  lprior += student_t_lpdf(sdgp_1 | 3, 0, 2.5)
    - 1 * student_t_lccdf(0 | 3, 0, 2.5);
  lprior += inv_gamma_lpdf(lscale_1[1][1] | 1.124909, 0.0177);
  lprior += inv_gamma_lpdf(lscale_2[1] | 3, 2);
  lprior += student_t_lpdf(sdgp_2 | 3, 0, 2.5);
  lprior += student_t_lpdf(sigma | 3, 0, 2.5)
    - 1 * student_t_lccdf(0 | 3, 0, 2.5);
}
model {
  if (!prior_only) {
    // scale latent variables of the GP
    vector[NBgp_1] rgp_1 = sqrt(spd_gp_exp_quad(slambda_1, sdgp_1[1], lscale_1[1])) .* zgp_1;
    vector[Nsubgp_2] gp_pred_2 = gp_exp_quad(Xgp_2, sdgp_2[1], lscale_2[1], zgp_2);
    vector[N] mu = rep_vector(0.0, N);
    mu += Intercept + Xgp_1 * rgp_1 + gp_pred_2[Jgp_2];
    target += normal_lpdf(Y | mu, sigma);
  }
  target += lprior;
  target += std_normal_lpdf(zgp_1);
  target += std_normal_lpdf(zgp_2);
}
