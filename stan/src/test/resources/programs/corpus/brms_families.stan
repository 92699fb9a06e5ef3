// Many families in one program.
data { int N; vector[N] x; array[N] int<lower=0> k; array[N] int<lower=0,upper=1> y; vector<lower=0,upper=1>[N] p; vector<lower=0>[N] t; array[N] int<lower=1,upper=3> c; int m; }
parameters { real a; real b; real<lower=0> phi; ordered[2] cut; vector[2] eta; }
model {
  vector[N] mu = a + b * x;
  a ~ normal(0, 1); b ~ logistic(0, 1); phi ~ exponential(1); cut ~ normal(0, 2); eta ~ std_normal();
  k ~ neg_binomial_2(exp(mu), phi);
  k ~ neg_binomial_2_log(mu, phi);
  k ~ poisson_log(mu);
  k ~ beta_binomial(m, phi * inv_logit(mu), phi * (1 - inv_logit(mu)));
  k ~ binomial_logit(m, mu);
  k ~ binomial(m, inv_logit(mu));
  y ~ bernoulli_logit(mu);
  y ~ bernoulli(Phi(mu));
  p ~ beta(phi * inv_logit(mu), phi * inv_logit(-mu));
  p ~ beta_proportion(inv_logit(mu), phi);
  t ~ gamma(phi, phi ./ exp(mu));
  t ~ weibull(phi, exp(mu) / tgamma(1 + 1 / phi));
  t ~ frechet(1 + phi, exp(mu));
  t ~ lognormal(mu, phi);
  t ~ inv_gamma(1 + phi, exp(mu));
  x ~ skew_normal(mu, phi, a);
  x ~ exp_mod_normal(mu, phi, 1 / phi);
  x ~ gumbel(mu, phi);
  x ~ von_mises(2 * atan(mu), phi);
  x ~ double_exponential(mu, phi);
  x ~ cauchy(mu, phi);
  x ~ logistic(mu, phi);
  for (n in 1:N) { c[n] ~ ordered_logistic(mu[n], cut); c[n] ~ categorical_logit(append_row(0, eta + mu[n])); c[n] ~ categorical(softmax(append_row(0, eta))); }
}
