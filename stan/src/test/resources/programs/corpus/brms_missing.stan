data {
  int<lower=1> N;
  vector[N] Y;
  array[N] int<lower=-1,upper=2> cens;
  vector[N] rcens;
  vector[N] lb;
  vector[N] ub;
  int<lower=0> Nmi;
  array[Nmi] int<lower=1> Jmi;
  vector[N] Xm;
  int<lower=1> Nme;
  vector<lower=0>[N] noise;
  int prior_only;
}
transformed data {
  array[N] int Jcens;
  int Ncens = 0;
  for (n in 1:N) if (cens[n] != 0) { Ncens += 1; Jcens[Ncens] = n; }
}
parameters {
  real Intercept; real bmi;
  real<lower=0> sigma; real<lower=0> shape;
  vector[Nmi] Ymi;
  real Intercept_x; real<lower=0> sigma_x;
  vector[N] zme;
}
model {
  vector[N] Yl = Xm;
  Yl[Jmi] = Ymi;
  if (!prior_only) {
    vector[N] mu = rep_vector(0.0, N);
    vector[N] mu_x = rep_vector(Intercept_x, N);
    mu += Intercept;
    for (n in 1:N) {
      mu[n] += (bmi) * Yl[n];
    }
    target += normal_lpdf(Yl | mu_x, sigma_x);
    for (n in 1:N) {
      // special treatment of censored data
      if (cens[n] == 0) {
        target += lognormal_lpdf(Y[n] | mu[n], sigma);
      } else if (cens[n] == 1) {
        target += lognormal_lccdf(Y[n] | mu[n], sigma);
      } else if (cens[n] == -1) {
        target += lognormal_lcdf(Y[n] | mu[n], sigma);
      } else if (cens[n] == 2) {
        target += log_diff_exp(
          lognormal_lcdf(rcens[n] | mu[n], sigma),
          lognormal_lcdf(Y[n] | mu[n], sigma)
        );
      }
      target += normal_lpdf(Y[n] | mu[n], sigma) -
        log_diff_exp(normal_lcdf(ub[n] | mu[n], sigma), normal_lcdf(lb[n] | mu[n], sigma));
      target += weibull_lpdf(Y[n] | shape, exp(mu[n]) / tgamma(1 + 1 / shape)) - weibull_lccdf(lb[n] | shape, exp(mu[n]) / tgamma(1 + 1 / shape));
    }
    target += normal_lpdf(Xm | Yl + noise .* zme, noise);
  }
  target += std_normal_lpdf(zme);
  target += student_t_lpdf([Intercept, bmi, Intercept_x] | 3, 0, 1);
  target += student_t_lpdf(sigma | 3, 0, 1.0) - 1 * student_t_lccdf(0 | 3, 0, 1);
  target += exponential_lpdf(sigma_x | 1) + gamma_lpdf(shape | 2, 1);
}
generated quantities {
  vector[N] log_lik;
  for (n in 1:N) log_lik[n] = cens[n] == 0 ? lognormal_lpdf(Y[n] | Intercept, sigma) : lognormal_lccdf(Y[n] | Intercept, sigma);
}
