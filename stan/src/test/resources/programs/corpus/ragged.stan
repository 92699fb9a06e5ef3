// Groups of different sizes end to end.
data { int G; array[G] int n; int N; vector[N] y; }
parameters { vector[G] mu; real<lower=0> sigma; }
model {
  int pos = 1;
  mu ~ normal(0, 3);
  sigma ~ exponential(1);
  for (g in 1:G) {
    segment(y, pos, n[g]) ~ normal(mu[g], sigma);
    pos = pos + n[g];
  }
}
