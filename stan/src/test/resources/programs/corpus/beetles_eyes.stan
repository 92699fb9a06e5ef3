# old BUGS style: beetles, cervix, eyes, magnesium, schools
data {
  int<lower=0> N; int n[N]; int r[N]; real x[N];
  int NE; real ye[NE]; real alpha_e[2];
}
transformed data { vector[N] cx; real mx; mx <- mean(x); for (i in 1:N) cx[i] <- x[i] - mx; }
parameters { real alpha_star; real beta; real<lower=0,upper=1> P1; real<lower=0> theta; real lambda0; real<lower=0> sigmasq; }
transformed parameters { real m[N]; real<lower=0> sigma; real lambda[2]; sigma <- sqrt(sigmasq); lambda[1] <- lambda0; lambda[2] <- lambda0 + theta;
  for (i in 1:N) m[i] <- alpha_star + beta * cx[i]; }
model {
  alpha_star ~ normal(0.0, 1.0E2); beta ~ normal(0.0, 1.0E2); sigmasq ~ inv_gamma(1.0E-3, 1.0E-3); theta ~ normal(0.0, 100) T[0.0,]; lambda0 ~ normal(0.0, 1e3);
  r ~ binomial_logit(n, m);
  for (i in 1:N) r[i] ~ binomial(n[i], Phi(m[i]));
  for (i in 1:N) r[i] ~ binomial(n[i], inv_cloglog(m[i]));
  for (i in 1:NE) increment_log_prob(log_sum_exp(log(P1) + normal_log(ye[i], lambda[1], sigma), log1m(P1) + normal_log(ye[i], lambda[2], sigma)));
}
generated quantities { real alpha; real llike[N]; real rhat[N]; alpha <- alpha_star - beta * mx; for (i in 1:N) { real p; p <- inv_logit(m[i]); llike[i] <- r[i] * log(p) + (n[i] - r[i]) * log(1 - p); rhat[i] <- p * n[i]; } }
