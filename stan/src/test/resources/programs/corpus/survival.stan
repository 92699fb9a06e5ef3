functions {
  real log_S(real t, real alpha, real sigma) { return -pow(t / sigma, alpha); }
  vector log_h(vector t, real alpha, real sigma) { return log(alpha) - log(sigma) + (alpha - 1) * (log(t) - log(sigma)); }
  real surv_dens_log(vector g, vector x) { return sum(g) + dot_self(x); }
}
data {
  int<lower=0> Nobs; int<lower=0> Ncen; vector<lower=0>[Nobs] yobs; vector<lower=0>[Ncen] ycen; int M;
  matrix[Nobs, M] Xobs; matrix[Ncen, M] Xcen;
  int NT; array[NT+1] int t; array[Nobs+Ncen] int obs_t; array[Nobs+Ncen] int fail; real eps;
  int m; matrix[Nobs, m] basis; matrix[Nobs, m] dbasis;
}
transformed data {
  int N = Nobs + Ncen;
  array[N, NT] int Y; array[N, NT] int dN;
  vector[N] Z = append_row(Xobs[, 1], Xcen[, 1]);
  for (i in 1:N) for (j in 1:NT) {
    Y[i, j] = int_step(obs_t[i] - t[j] + eps);
    dN[i, j] = Y[i, j] * fail[i] * int_step(t[j + 1] - obs_t[i] - eps);
  }
}
parameters {
  vector[M] beta; real<lower=0> alpha; real mu; array[NT] real<lower=0> dL0; positive_ordered[m] gam;
}
model {
  yobs ~ weibull(alpha, exp(-(mu + Xobs * beta) / alpha));
  target += weibull_lccdf(ycen | alpha, exp(-(mu + Xcen * beta) / alpha));
  target += exponential_lccdf(ycen | exp(mu + Xcen * beta)) + gamma_lccdf(ycen | alpha, 1) + lognormal_lccdf(ycen | mu, alpha);
  for (j in 1:NT) {
    dL0[j] ~ gamma(0.01 * (t[j + 1] - t[j]) + 1, 1);
    for (i in 1:N) if (Y[i, j] != 0) target += poisson_lpmf(dN[i, j] | Y[i, j] * exp(beta[1] * Z[i]) * dL0[j]);
  }
  {
    vector[Nobs] eta = basis * gam;
    target += sum(log(dbasis * gam)) + sum(eta - exp(eta)) - sum(log(yobs));
  }
  beta ~ normal(0, 1); mu ~ normal(0, 1); alpha ~ gamma(2, 1); gam ~ normal(0, 1);
  target += sum(log_h(yobs, alpha, exp(mu))) + log_S(1.0, alpha, exp(mu));
}
