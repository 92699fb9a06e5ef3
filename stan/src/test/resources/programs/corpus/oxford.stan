data { int<lower=0> I; int<lower=0> J; array[I] int n10; array[I] int n01; int K; array[K] int n0; array[K] int n1; array[K] int r0; array[K] int r1; vector[K] year; }
transformed data { vector[K] yearsq = year .* year; array[I, 2] int N; for (i in 1:I) { N[i, 1] = n10[i]; N[i, 2] = n01[i]; } }
parameters { real alpha; real beta1; real beta2; vector[K] mu; vector[K] b; real<lower=0> sigma_sq; real<lower=0, upper=1> pp; }
model {
  r0 ~ binomial_logit(n0, mu);
  r1 ~ binomial_logit(n1, alpha + mu + beta1 * year + beta2 * (yearsq - 22) + b * sqrt(sigma_sq));
  b ~ normal(0, 1); mu ~ normal(0, 10); alpha ~ normal(0, 10); beta1 ~ normal(0, 10); beta2 ~ normal(0, 10); sigma_sq ~ inv_gamma(.1, .1);
  for (i in 1:I) N[i] ~ multinomial([pp, 1 - pp]');
}
