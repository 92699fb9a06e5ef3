functions {
  real lognormal_hazard(real t, real m, real s) {
    return exp(lognormal_lpdf(t | m, s) - lognormal_lccdf(t | m, s));
  }
  real cox_log_lpdf(real y, real mu, real bhaz, real cbhaz) {
    return log(bhaz) + mu - cbhaz * exp(mu);
  }
  real cox_log_lccdf(real y, real mu, real bhaz, real cbhaz) {
    return -cbhaz * exp(mu);
  }
}
data {
  int N;
  vector<lower=0>[N] t;
  array[N] int<lower=0,upper=1> event;
  int K;
  matrix[N,K] X;
  int nb;
  matrix[N,nb] Zb;
  matrix[N,nb] Zc;
  array[N] int<lower=1> iv;
  int J;
  vector[J] cut;
}
parameters {
  vector[K] b;
  simplex[nb] sbhaz;
  real Intercept;
  vector<lower=0>[J] lambda;
  real<lower=0> alpha;
  real<lower=0> sc;
}
model {
  vector[N] mu = Intercept + X * b;
  vector[N] bhaz = Zb * sbhaz;
  vector[N] cbhaz = Zc * sbhaz;
  for (n in 1:N) {
    if (event[n]) target += cox_log_lpdf(t[n] | mu[n], bhaz[n], cbhaz[n]);
    else target += cox_log_lccdf(t[n] | mu[n], bhaz[n], cbhaz[n]);
    {
      real H = 0;
      for (j in 1:iv[n]) {
        real lo = j == 1 ? 0 : cut[j-1];
        H += lambda[j] * fmax(0, fmin(t[n], cut[j]) - lo);
      }
      target += event[n] * (log(lambda[iv[n]]) + mu[n]) - H * exp(mu[n]);
    }
    target += event[n] ? log(alpha) + sc * t[n] - alpha / sc * expm1(sc * t[n]) : loglogistic_lpdf(t[n] | sc, alpha);
    target += lognormal_hazard(t[n], mu[n], sc) * 0.1;
    target += gamma_lccdf(t[n] | alpha, sc) + inv_gamma_lcdf(t[n] | alpha, sc) + exponential_lccdf(t[n] | sc) + pareto_lccdf(t[n] + 1 | 1, alpha) + rayleigh_lccdf(t[n] | sc) + loglogistic_cdf(t[n] | sc, alpha);
  }
  b ~ normal(0,1);
  lambda ~ gamma(1,1);
  alpha ~ gamma(2,2);
  sc ~ gamma(2,2);
  sbhaz ~ dirichlet(rep_vector(1, nb));
}
