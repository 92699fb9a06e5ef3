functions {
  vector horseshoe(vector z, vector lambda, real tau, real c2) {
    int K = rows(z);
    vector[K] lambda2 = square(lambda);
    vector[K] lambda_tilde = sqrt(c2 * lambda2 ./ (c2 + tau ^ 2 * lambda2));
    return z .* lambda_tilde * tau;
  }
}
data { int N; int K; matrix[N, K] X; vector[N] y; }
parameters { vector[K] zb; vector<lower=0>[K] hs_local; real<lower=0> hs_global; real<lower=0> hs_slab; real alpha; real<lower=0> sigma; }
transformed parameters { vector[K] b = horseshoe(zb, hs_local, hs_global, 4 * hs_slab); }
model {
  zb ~ std_normal();
  target += student_t_lpdf(hs_local | 1, 0, 1) - rows(hs_local) * log(0.5);
  hs_global ~ student_t(1, 0, sigma);
  hs_slab ~ inv_gamma(2, 2);
  alpha ~ normal(0, 5);
  sigma ~ exponential(1);
  y ~ normal_id_glm(X, alpha, b, sigma);
}
