functions {
  real zero_inflated_poisson_lpmf(int y, real lambda, real zi) {
    if (y == 0) {
      return log_sum_exp(bernoulli_lpmf(1 | zi), bernoulli_lpmf(0 | zi) + poisson_lpmf(0 | lambda));
    }
    else {
      return bernoulli_lpmf(0 | zi) + poisson_lpmf(y | lambda);
    }
  }
  real zero_inflated_poisson_log_logit_lpmf(int y, real eta, real zi) {
    if (y == 0) {
      return log_sum_exp(bernoulli_logit_lpmf(1 | zi), bernoulli_logit_lpmf(0 | zi) + poisson_log_lpmf(0 | eta));
    }
    else {
      return bernoulli_logit_lpmf(0 | zi) + poisson_log_lpmf(y | eta);
    }
  }
  real zero_inflated_poisson_lccdf(int y, real lambda, real zi) {
    return bernoulli_lpmf(0 | zi) + poisson_lccdf(y | lambda);
  }
  real zero_inflated_poisson_lcdf(int y, real lambda, real zi) {
    return log1m_exp(zero_inflated_poisson_lccdf(y | lambda, zi));
  }
  real hurdle_negbinomial_lpmf(int y, real mu, real phi, real hu) {
    if (y == 0) {
      return bernoulli_lpmf(1 | hu);
    }
    else {
      return bernoulli_lpmf(0 | hu) + neg_binomial_2_lpmf(y | mu, phi) - log1m((phi / (mu + phi))^phi);
    }
  }
  real hurdle_gamma_lpdf(real y, real alpha, real beta, real hu) {
    if (y == 0) {
      return bernoulli_lpmf(1 | hu);
    }
    else {
      return bernoulli_lpmf(0 | hu) + gamma_lpdf(y | alpha, beta);
    }
  }
  real hurdle_lognormal_lpdf(real y, real mu, real sigma, real hu) {
    return y == 0 ? bernoulli_lpmf(1 | hu) : bernoulli_lpmf(0 | hu) + lognormal_lpdf(y | mu, sigma);
  }
  real zero_one_inflated_beta_lpdf(real y, real mu, real phi, real zoi, real coi) {
    row_vector[2] shape = [mu * phi, (1 - mu) * phi];
    if (y == 0) {
      return bernoulli_lpmf(1 | zoi) + bernoulli_lpmf(0 | coi);
    }
    else if (y == 1) {
      return bernoulli_lpmf(1 | zoi) + bernoulli_lpmf(1 | coi);
    }
    else {
      return bernoulli_lpmf(0 | zoi) + beta_lpdf(y | shape[1], shape[2]);
    }
  }
  real zero_inflated_beta_binomial_lpmf(int y, int trials, real mu, real phi, real zi) {
    if (y == 0) {
      return log_sum_exp(bernoulli_lpmf(1 | zi), bernoulli_lpmf(0 | zi) + beta_binomial_lpmf(0 | trials, mu * phi, (1 - mu) * phi));
    }
    else {
      return bernoulli_lpmf(0 | zi) + beta_binomial_lpmf(y | trials, mu * phi, (1 - mu) * phi);
    }
  }
  real inv_gaussian_lpdf(real y, real mu, real shape) {
    return 0.5 * log(shape / (2 * pi())) - 1.5 * log(y) - 0.5 * shape * square((y - mu) / (mu * sqrt(y)));
  }
  real inv_gaussian_lccdf(real y, real mu, real shape) {
    return log1m_exp(log(Phi(sqrt(shape / y) * (y / mu - 1)) + exp(2 * shape / mu) * Phi(-sqrt(shape / y) * (y / mu + 1))));
  }
  real asym_laplace_lpdf(real y, real mu, real sigma, real quantile) {
    return log(quantile * (1 - quantile)) - log(sigma) - (y - mu) * (quantile - (y < mu)) / sigma;
  }
  real com_poisson_log_lpmf(int y, real log_mu, real nu) {
    real log_Z = 0;
    real t = 0;
    int k = 1;
    real lf = 0;
    if (nu == 1) return poisson_log_lpmf(y | log_mu);
    if (nu <= 0) reject("nu must be positive");
    array[50] real lt;
    lt[1] = 0;
    for (j in 2:50) lt[j] = nu * ((j - 1) * log_mu - lgamma(j));
    log_Z = log_sum_exp(lt);
    return nu * (y * log_mu - lgamma(y + 1)) - log_Z;
  }
  real von_mises2_lpdf(real y, real mu, real kappa) {
    if (kappa < 100) {
      return von_mises_lpdf(y | mu, kappa);
    }
    else {
      return normal_lpdf(y | mu, sqrt(1 / kappa));
    }
  }
  real gen_extreme_value_lpdf(real y, real mu, real sigma, real xi) {
    real x = (y - mu) / sigma;
    if (xi == 0) {
      return -log(sigma) - x - exp(-x);
    }
    else {
      real t = 1 + xi * x;
      real inv_xi = 1 / xi;
      return -log(sigma) - (1 + inv_xi) * log(t) - pow(t, -inv_xi);
    }
  }
  real scale_xi(real xi, vector y, vector mu, vector sigma) {
    vector[2] t;
    vector[rows(y)] x = (y - mu) ./ sigma;
    t[1] = -inv(min(x));
    t[2] = -inv(max(x));
    real lb = min(t);
    real ub = max(t);
    return inv_logit(xi) * (ub - lb) + lb;
  }
  vector dirichlet_logit_helper(vector mu, real phi) {
    return softmax(mu) * phi;
  }
  real dirichlet_logit_lpdf(vector y, vector mu, real phi) {
    return dirichlet_lpdf(y | softmax(mu) * phi);
  }
}
data {
  int<lower=1> N;
  array[N] int Y;
  vector[N] W;
  vector<lower=0,upper=1>[N] P;
  array[N] simplex[3] D;
  vector[N] ang;
  array[N] int<lower=-1,upper=2> cens;
  vector[N] rcens;
  vector<lower=0>[N] weights;
  array[N] int trials;
}
parameters {
  real a;
  real<lower=0> phi;
  real<lower=0,upper=1> zi;
  real<lower=0> sigma;
  real<lower=0> kappa;
  real xi;
  vector[2] dm;
  real<lower=0,upper=1> coi;
  real<lower=0> beta;
}
transformed parameters {
  real tmp_xi = inv_logit(xi) * 0.1;
}
model {
  vector[N] mu = rep_vector(a, N);
  for (n in 1:N) {
    target += zero_inflated_poisson_lpmf(Y[n] | exp(mu[n]), zi) + zero_inflated_poisson_log_logit_lpmf(Y[n] | mu[n], a);
    target += weights[n] * hurdle_negbinomial_lpmf(Y[n] | exp(mu[n]), phi, zi);
    target += hurdle_gamma_lpdf(W[n] | phi, phi / exp(mu[n]), zi) + hurdle_lognormal_lpdf(W[n] | mu[n], sigma, zi);
    target += zero_one_inflated_beta_lpdf(P[n] | inv_logit(mu[n]), phi, zi, coi);
    target += zero_inflated_beta_binomial_lpmf(Y[n] | trials[n], inv_logit(mu[n]), phi, zi);
    if (W[n] > 0) {
      target += inv_gaussian_lpdf(W[n] | exp(mu[n]), phi);
      target += inv_gaussian_lccdf(W[n] | exp(mu[n]), phi);
    }
    target += asym_laplace_lpdf(W[n] | mu[n], sigma, 0.3);
    target += com_poisson_log_lpmf(Y[n] | mu[n], phi);
    target += von_mises2_lpdf(ang[n] | 2 * atan(mu[n]), kappa);
    target += gen_extreme_value_lpdf(W[n] | mu[n], sigma + 3, tmp_xi);
    target += dirichlet_logit_lpdf(D[n] | append_row(0, dm), phi);
    if (cens[n] == 0) {
      target += weibull_lpdf(W[n] + 0.1 | phi, exp(mu[n]) / tgamma(1 + 1 / phi));
    }
    else if (cens[n] == 1) {
      target += weibull_lccdf(W[n] + 0.1 | phi, exp(mu[n]) / tgamma(1 + 1 / phi));
    }
    else if (cens[n] == -1) {
      target += weibull_lcdf(W[n] + 0.1 | phi, exp(mu[n]) / tgamma(1 + 1 / phi));
    }
    else if (cens[n] == 2) {
      target += log_diff_exp(frechet_lcdf(rcens[n] | phi + 1, exp(mu[n])), frechet_lcdf(W[n] + 0.1 | phi + 1, exp(mu[n])));
    }
    target += exp_mod_normal_lpdf(W[n] | mu[n] - beta, sigma, inv(beta)) + skew_normal_lpdf(W[n] | mu[n] - sigma * sqrt(2 / pi()) * a / sqrt(1 + a^2), sigma, a) + log_mix(zi, normal_lpdf(W[n] | mu[n], sigma), student_t_lpdf(W[n] | 3, mu[n], sigma));
  }
  a ~ normal(0, 1);
  phi ~ gamma(0.01, 0.01);
  sigma ~ exponential(1);
  kappa ~ gamma(2, 0.01);
  xi ~ normal(0, 2.5);
  dm ~ normal(0, 1);
  beta ~ gamma(1, 0.1);
  target += normal_lpdf(a | 0, 1) - normal_lccdf(-3 | 0, 1);
}
generated quantities {
  array[N] real ll;
  for (n in 1:N) ll[n] = zero_inflated_poisson_lcdf(Y[n] | exp(a), zi);
}
