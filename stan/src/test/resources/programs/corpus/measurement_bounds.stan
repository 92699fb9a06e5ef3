data { int<lower=0> N; vector[N] x_meas; real<lower=0> tau; vector[N] y; array[N] int yr; }
parameters { array[N] real x; real mu_x; real sigma_x; real alpha; real beta; real<lower=0> sigma; array[3] vector<lower=0>[2] zz; vector<offset=mu_x,multiplier=sigma>[4] w; real<lower=fmax(mu_x, 0)> hh; vector<lower=zz[1], upper=zz[1] + 1>[2] bnd; }
model {
  mu_x ~ normal(0, 2); sigma_x ~ normal(0, 1);
  x ~ normal(mu_x, abs(sigma_x) + 0.1);
  x_meas ~ normal(x, tau);
  y ~ normal(alpha + beta * to_vector(x), sigma);
  for (i in 1:N) { // rounding
    target += log_diff_exp(normal_lcdf(yr[i] + 0.5 | alpha, sigma), normal_lcdf(yr[i] - 0.5 | alpha, sigma));
  }
  alpha ~ normal(0, 10); beta ~ normal(0, 10); sigma ~ cauchy(0, 5);
  for (z in zz) z ~ exponential(1);
  w ~ normal(mu_x, sigma); hh ~ normal(0, 5); bnd ~ normal(0, 3);
}
