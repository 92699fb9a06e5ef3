data {
  int<lower=0> N;
  int C;
  array[N] real y;
  real sigma0;
}
transformed data {
  vector[C] dummy;
  dummy = rep_vector(1, C);
}
parameters {
  array[C] real mu;
  vector<lower=0, upper=1>[C - 1] v;
  array[C] real<lower=0> sigma;
  real<lower=0> alpha;
}
transformed parameters {
  simplex[C] eta;
  vector<lower=0, upper=1>[C - 1] cumprod_one_minus_v;
  cumprod_one_minus_v = exp(cumulative_sum(log1m(v)));
  eta[1] = v[1];
  eta[2:(C - 1)] = v[2:(C - 1)] .* cumprod_one_minus_v[1:(C - 2)];
  eta[C] = cumprod_one_minus_v[C - 1];
}
model {
  array[C] real ps;
  alpha ~ gamma(6, 1);
  sigma ~ inv_gamma(5, 0.1 + 2);
  mu ~ normal(0, sigma0);
  v ~ beta(1, alpha);
  for (i in 1:N) {
    for (c in 1:C) {
      ps[c] = log(eta[c]) + normal_lpdf(y[i] | mu[c], sigma[c]);
    }
    target += log_sum_exp(ps);
  }
}
