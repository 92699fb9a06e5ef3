functions {
  real tan_half(real x) { return 2 * atan(x); }
  real inv_tan_half(real y) { return tan(y / 2); }
  real von_mises_real_lpdf(real y, real mu, real kappa) {
    if (kappa < 100) {
      return von_mises_lpdf(y | mu, kappa);
    } else {
      return normal_lpdf(y | mu, sqrt(1 / kappa));
    }
  }
  real von_mises_vector_lpdf(vector y, vector mu, real kappa) {
    if (kappa < 100) {
      return von_mises_lpdf(y | mu, kappa);
    } else {
      return normal_lpdf(y | mu, sqrt(1 / kappa));
    }
  }
  real inv_gaussian_lpdf(real y, real mu, real shape) {
    return 0.5 * log(shape / (2 * pi())) -
           1.5 * log(y) -
           0.5 * shape * square((y - mu) / (mu * sqrt(y)));
  }
  real inv_gaussian_vector_lpdf(vector y, vector mu, real shape) {
    return 0.5 * rows(y) * log(shape / (2 * pi())) - 1.5 * sum(log(y)) - 0.5 * shape * dot_self((y - mu) ./ (mu .* sqrt(y)));
  }
  real inv_gaussian_lcdf(real y, real mu, real shape) {
    return log(Phi(sqrt(shape) / sqrt(y) * (y / mu - 1)) +
               exp(2 * shape / mu) * Phi(-sqrt(shape) / sqrt(y) * (y / mu + 1)));
  }
  real asym_laplace_lpdf(real y, real mu, real sigma, real quantile) {
    return log(quantile * (1 - quantile)) -
           log(sigma) -
           (y - mu) / sigma * (quantile - (y < mu));
  }
  real gen_extreme_value_lpdf(real y, real mu, real sigma, real xi) {
    real x = (y - mu) / sigma;
    if (xi == 0) {
      return - log(sigma) - x - exp(-x);
    } else {
      real t = 1 + xi * x;
      real inv_xi = 1 / xi;
      return - log(sigma) - (1 + inv_xi) * log(t) - pow(t, -inv_xi);
    }
  }
  real scale_xi(real xi, vector y, vector mu, real sigma) {
    vector[rows(y)] x = (y - mu) / sigma;
    vector[2] bounds = [-inv(min(x)), -inv(max(x))]';
    real lb = min(bounds);
    real ub = max(bounds);
    return inv_logit(xi) * (ub - lb) + lb;
  }
  real wiener_diffusion_lpdf(real y, int dec, real alpha, real tau, real beta, real delta) {
    if (dec == 1) {
      return wiener_lpdf(y | alpha, tau, beta, delta);
    } else {
      return wiener_lpdf(y | alpha, tau, 1 - beta, - delta);
    }
  }
  real com_poisson_approx(int y, real mu) { return poisson_lpmf(y | mu); }
  real dirichlet_logit_lpdf(vector y, vector mu, real phi) {
    return dirichlet_lpdf(y | softmax(mu) * phi);
  }
  vector[] nope(vector a) { vector[1] out[1]; out[1] = a[1:1]; return out; }
}
data {
  int<lower=1> N;
  vector[N] Y;
  vector[N] ang;
  array[N] int<lower=0,upper=1> dec;
  vector[N] X;
}
transformed data { real min_Y = min(Y); }
parameters {
  real a; real bb; real<lower=0> kappa; real<lower=0> sigma; real<lower=0> shape; real<lower=0,upper=1> quantile;
  real tmp_xi; real<lower=0> bs; real<lower=0,upper=min_Y> ndt; real<lower=0,upper=1> bias; real<lower=0> beta; real alpha;
}
transformed parameters {
  real xi;
  { vector[N] mu = a + bb * X;
  xi = scale_xi(tmp_xi, Y, mu, sigma); }
}
model {
  vector[N] mu = a + bb * X;
  vector[N] mua = mu;
  for (n in 1:N) {
    mua[n] = tan_half(mu[n]);
    target += inv_gaussian_lpdf(Y[n] | exp(mu[n]), shape);
    target += inv_gaussian_lcdf(Y[n] | exp(mu[n]), shape);
    target += asym_laplace_lpdf(Y[n] | mu[n], sigma, quantile);
    target += gen_extreme_value_lpdf(Y[n] | mu[n], sigma, xi);
    target += wiener_diffusion_lpdf(Y[n] | dec[n], bs, ndt, bias, mu[n]);
    target += lognormal_lpdf(Y[n] - ndt | mu[n], sigma);
    target += exp_mod_normal_lpdf(Y[n] | mu[n] - beta, sigma, inv(beta));
    target += frechet_lpdf(Y[n] | 1 + shape, exp(mu[n]) / tgamma(1 - 1 / (1 + shape)));
  }
  target += inv_gaussian_vector_lpdf(Y | exp(mu), shape);
  target += von_mises_vector_lpdf(ang | mua, kappa);
  {
    real delta = alpha / sqrt(1 + alpha^2);
    real omega = sigma / sqrt(1 - sqrt(2 / pi())^2 * delta^2);
    target += skew_normal_lpdf(Y | mu - omega * delta * sqrt(2 / pi()), omega, alpha);
  }
  target += normal_lpdf(a | 0, 1) + normal_lpdf(bb | 0, 1) + gamma_lpdf(kappa | 2, 0.01) + exponential_lpdf(sigma | 1) + gamma_lpdf(shape | 2, 1)
   + normal_lpdf(tmp_xi | 0, 2.5) + gamma_lpdf(bs | 2, 1) + gamma_lpdf(beta | 1, 0.1) + normal_lpdf(alpha | 0, 4);
}
