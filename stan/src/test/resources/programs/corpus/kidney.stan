data { int NR; int NRC; vector[NR] t; vector[NRC] c; array[NR] int pat; array[NRC] int patc; vector[NR] age; vector[NRC] agec; int P; }
parameters { real alpha; real beta_age; real<lower=0> r; real<lower=0> sigma; vector[P] b; }
model {
  vector[NR] s = exp(-(alpha + beta_age * age + b[pat]) / r);
  alpha ~ normal(0, 10); beta_age ~ normal(0, 1); r ~ gamma(1, 1); sigma ~ cauchy(0, 1);
  b ~ normal(0, sigma);
  t ~ weibull(r, s);
  for (i in 1:NRC) target += weibull_lccdf(c[i] | r, exp(-(alpha + beta_age * agec[i] + b[patc[i]]) / r));
}
