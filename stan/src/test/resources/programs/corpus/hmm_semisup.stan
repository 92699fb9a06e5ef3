data {
  int<lower=1> K; int<lower=1> V; int<lower=0> T;
  array[T] int<lower=1, upper=V> w;
  int<lower=0> T_unsup; array[T_unsup] int<lower=1,upper=V> u;
  array[T] int<lower=1,upper=K> z;
  vector<lower=0>[K] alpha; vector<lower=0>[V] beta;
}
transformed data {
  array[K, K] int trans = rep_array(0, K, K);
  array[K, V] int emit = rep_array(0, K, V);
  for (t in 2:T) trans[z[t - 1], z[t]] += 1;
  for (t in 1:T) emit[z[t], w[t]] += 1;
}
parameters {
  array[K] simplex[K] theta;
  array[K] simplex[V] phi;
}
model {
  for (k in 1:K) theta[k] ~ dirichlet(alpha);
  for (k in 1:K) phi[k] ~ dirichlet(beta);
  for (k in 1:K) trans[k] ~ multinomial(theta[k]);
  for (k in 1:K) emit[k] ~ multinomial(phi[k]);
  {
    array[K] real acc;
    array[T_unsup, K] real gamma;
    for (k in 1:K) gamma[1, k] = log(phi[k, u[1]]);
    for (t in 2:T_unsup) {
      for (k in 1:K) {
        for (j in 1:K) acc[j] = gamma[t - 1, j] + log(theta[j, k]) + log(phi[k, u[t]]);
        gamma[t, k] = log_sum_exp(acc);
      }
    }
    target += log_sum_exp(gamma[T_unsup]);
  }
}
generated quantities {
  array[T_unsup] int<lower=1, upper=K> z_star;
  real log_p_z_star;
  {
    array[T_unsup, K] int back_ptr;
    array[T_unsup, K] real best_logp;
    for (k in 1:K) best_logp[1, k] = log(phi[k, u[1]]);
    for (t in 2:T_unsup) {
      for (k in 1:K) {
        best_logp[t, k] = negative_infinity();
        for (j in 1:K) {
          real logp = best_logp[t - 1, j] + log(theta[j, k]) + log(phi[k, u[t]]);
          if (logp > best_logp[t, k]) {
            back_ptr[t, k] = j;
            best_logp[t, k] = logp;
          }
        }
      }
    }
    log_p_z_star = max(best_logp[T_unsup]);
    for (k in 1:K) if (best_logp[T_unsup, k] == log_p_z_star) z_star[T_unsup] = k;
    for (t in 1:(T_unsup - 1)) z_star[T_unsup - t] = back_ptr[T_unsup - t + 1, z_star[T_unsup - t + 1]];
  }
}
