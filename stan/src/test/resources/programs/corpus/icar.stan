functions {
  real icar_normal_lpdf(vector phi, int N, array[] int node1, array[] int node2) {
    return -0.5 * dot_self(phi[node1] - phi[node2]) + normal_lpdf(sum(phi) | 0, 0.001 * N);
  }
}
data {
  int<lower=0> N;
  int<lower=0> N_edges;
  array[N_edges] int<lower=1, upper=N> node1;
  array[N_edges] int<lower=1, upper=N> node2;
  array[N] int<lower=0> y;
  vector<lower=0>[N] E;
  int K;
  matrix[N,K] x;
  real<lower=0> scaling_factor;
}
transformed data {
  vector[N] log_E = log(E);
}
parameters {
  real beta0;
  vector[K] betas;
  real<lower=0> sigma;
  real<lower=0, upper=1> rho;
  vector[N] theta;
  vector[N] phi;
  sum_to_zero_vector[N] s0;
}
transformed parameters {
  vector[N] convolved_re;
  convolved_re = sqrt(1 - rho) * theta + sqrt(rho / scaling_factor) * phi;
}
model {
  y ~ poisson_log(log_E + beta0 + x * betas + convolved_re * sigma + s0);
  phi ~ icar_normal(N, node1, node2);
  beta0 ~ normal(0, 1);
  betas ~ normal(0, 1);
  theta ~ normal(0, 1);
  sigma ~ normal(0, 1);
  rho ~ beta(0.5, 0.5);
  target += -0.5 * dot_self(s0[node1] - s0[node2]);
}
generated quantities {
  real logit_rho = log(rho / (1.0 - rho));
  vector[N] eta = log_E + beta0 + x * betas + convolved_re * sigma;
  vector[N] mu = exp(eta);
  array[N] int yr;
  if (max(eta) > 20) {
    yr = rep_array(-1, N);
  }
  else yr = poisson_log_rng(eta);
}
