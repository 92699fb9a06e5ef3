functions {
  real zero_inflated_poisson_lpmf(int y, real lambda, real zi) {
    if (y == 0) {
      return log_sum_exp(bernoulli_lpmf(1 | zi),
                         bernoulli_lpmf(0 | zi) +
                         poisson_lpmf(0 | lambda));
    } else {
      return bernoulli_lpmf(0 | zi) +
             poisson_lpmf(y | lambda);
    }
  }
  real zero_inflated_poisson_log_logit_lpmf(int y, real eta, real zi) {
    if (y == 0) {
      return log_sum_exp(bernoulli_logit_lpmf(1 | zi), bernoulli_logit_lpmf(0 | zi) + poisson_log_lpmf(0 | eta));
    } else {
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
    } else {
      return bernoulli_lpmf(0 | hu) +
             neg_binomial_2_lpmf(y | mu, phi) -
             log1m((phi / (mu + phi))^phi);
    }
  }
  real hurdle_lognormal_lpdf(real y, real mu, real sigma, real hu) {
    if (y == 0) {
      return bernoulli_lpmf(1 | hu);
    } else {
      return bernoulli_lpmf(0 | hu) + lognormal_lpdf(y | mu, sigma);
    }
  }
  real hurdle_gamma_logit_lpdf(real y, real alpha, real beta, real hu) {
    if (y == 0) {
      return bernoulli_logit_lpmf(1 | hu);
    } else {
      return bernoulli_logit_lpmf(0 | hu) + gamma_lpdf(y | alpha, beta);
    }
  }
  real zero_inflated_beta_lpdf(real y, real mu, real phi, real zi) {
    row_vector[2] shape = [mu * phi, (1 - mu) * phi];
    if (y == 0) {
      return bernoulli_lpmf(1 | zi);
    } else {
      return bernoulli_lpmf(0 | zi) + beta_lpdf(y | shape[1], shape[2]);
    }
  }
  real zero_one_inflated_beta_lpdf(real y, real mu, real phi, real zoi, real coi) {
    row_vector[2] shape = [mu * phi, (1 - mu) * phi];
    if (y == 0) {
      return bernoulli_lpmf(1 | zoi) + bernoulli_lpmf(0 | coi);
    } else if (y == 1) {
      return bernoulli_lpmf(1 | zoi) + bernoulli_lpmf(1 | coi);
    } else {
      return bernoulli_lpmf(0 | zoi) + beta_lpdf(y | shape[1], shape[2]);
    }
  }
  real zero_inflated_binomial_lpmf(int y, int trials, real theta, real zi) {
    if (y == 0) {
      return log_sum_exp(bernoulli_lpmf(1 | zi), bernoulli_lpmf(0 | zi) + binomial_lpmf(0 | trials, theta));
    } else {
      return bernoulli_lpmf(0 | zi) + binomial_lpmf(y | trials, theta);
    }
  }
  real zero_inflated_beta_binomial_lpmf(int y, int trials, real mu, real phi, real zi) {
    if (y == 0) {
      return log_sum_exp(bernoulli_lpmf(1 | zi), bernoulli_lpmf(0 | zi) + beta_binomial_lpmf(0 | trials, mu * phi, (1 - mu) * phi));
    } else {
      return bernoulli_lpmf(0 | zi) + beta_binomial_lpmf(y | trials, mu * phi, (1 - mu) * phi);
    }
  }
}
data {
  int<lower=1> N;
  array[N] int Y;
  vector[N] V;
  vector[N] P;
  array[N] int trials;
  vector[N] X;
}
parameters {
  real a; real bb; real<lower=0> phi; real<lower=0> sigma; real<lower=0,upper=1> zi; real azi; real<lower=0> shape; real<lower=0,upper=1> coi;
}
model {
  vector[N] mu = exp(a + bb * X);
  vector[N] th = inv_logit(a - bb * X);
  for (n in 1:N) {
    target += zero_inflated_poisson_lpmf(Y[n] | mu[n], zi);
    target += zero_inflated_poisson_log_logit_lpmf(Y[n] | log(mu[n]), azi);
    target += zero_inflated_poisson_lccdf(Y[n] | mu[n], zi);
    target += hurdle_negbinomial_lpmf(Y[n] | mu[n], phi, zi);
    target += hurdle_lognormal_lpdf(V[n] | a, sigma, zi);
    target += hurdle_gamma_logit_lpdf(V[n] | shape, shape / mu[n], azi);
    target += zero_inflated_beta_lpdf(P[n] | th[n], phi, zi);
    target += zero_one_inflated_beta_lpdf(P[n] | th[n], phi, zi, coi);
    target += zero_inflated_binomial_lpmf(Y[n] | trials[n], th[n], zi);
    target += zero_inflated_beta_binomial_lpmf(Y[n] | trials[n], th[n], phi, zi);
  }
  target += normal_lpdf(a | 0, 1) + normal_lpdf(bb | 0, 1) + gamma_lpdf(phi | 2, 1) + exponential_lpdf(sigma | 1) + logistic_lpdf(azi | 0, 1) + gamma_lpdf(shape | 0.01, 0.01);
}
