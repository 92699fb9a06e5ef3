functions {
  real icar_normal_lpdf(vector phi, int N, array[] int node1, array[] int node2) {
    return -0.5 * dot_self(phi[node1] - phi[node2]) + normal_lpdf(sum(phi) | 0, 0.001 * N);
  }
}
data { int N; int N_edges; array[N_edges] int node1; array[N_edges] int node2; array[N] int y; vector[N] E; }
transformed data { vector[N] log_E = log(E); }
parameters { real beta0; real<lower=0> sigma; real<lower=0, upper=1> rho; vector[N] theta; sum_to_zero_vector[N] phi; }
transformed parameters { vector[N] convolved = sqrt(1 - rho) * theta + sqrt(rho) * phi; }
model {
  y ~ poisson_log(log_E + beta0 + convolved * sigma);
  phi ~ icar_normal(N, node1, node2);
  beta0 ~ normal(0, 1);
  theta ~ normal(0, 1);
  sigma ~ normal(0, 1);
  rho ~ beta(0.5, 0.5);
}
