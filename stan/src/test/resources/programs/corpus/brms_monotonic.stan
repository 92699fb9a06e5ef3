// A monotonic effect, a mixture and a zero-one choice.
functions {
  real mo(vector scale, int i) { if (i == 0) { return 0; } else { return rows(scale) * sum(scale[1:i]); } }
}
data { int N; vector[N] Y; array[N] int Xmo; int J; }
parameters { real Intercept; real bsp; simplex[J] simo; ordered[2] mu; vector<lower=0>[2] sigma; simplex[2] theta; }
model {
  vector[N] eta = rep_vector(0.0, N);
  for (n in 1:N) eta[n] += Intercept + bsp * mo(simo, Xmo[n]);
  for (n in 1:N) {
    array[2] real ps;
    ps[1] = log(theta[1]) + normal_lpdf(Y[n] | mu[1] + eta[n], sigma[1]);
    ps[2] = log(theta[2]) + student_t_lpdf(Y[n] | 5, mu[2], sigma[2]);
    target += log_sum_exp(ps);
  }
  target += dirichlet_lpdf(simo | rep_vector(2, J)) + dirichlet_lpdf(theta | [1, 1]');
  Intercept ~ normal(0, 2); bsp ~ normal(0, 1); mu ~ normal(0, 2); sigma ~ gamma(2, 1);
}
