functions {
  vector normalize(vector x) {
    return x/sum(x);
  }
}
data {
  int<lower=1> T;
  int<lower=1> K;
  int<lower=1> M;
  array[T] real x_t;
  array[T] vector[M] u_tm;
}
parameters {
  simplex[K] pi1;
  array[K] vector[M] w_km;
  array[K] vector[M] b_km;
  array[K] real<lower=0.0001> s_k;
}
transformed parameters {
  array[T] vector[K] unalpha_tk;
  array[T] vector[K] A;
  array[T] vector[K] logA;
  array[T] vector[K] logoblik;
  for (t in 1:T) {
    vector[K] un;
    for (j in 1:K) un[j] = u_tm[t]' * w_km[j];
    A[t] = softmax(un);
    logA[t] = log(A[t]);
    for (j in 1:K) logoblik[t][j] = normal_lpdf(x_t[t] | u_tm[t]'*b_km[j], s_k[j]);
  }
  {
    vector[K] accumulator;
    unalpha_tk[1] = log(pi1) + logoblik[1];
    for (t in 2:T) {
      for (j in 1:K) {
        for (i in 1:K) accumulator[i] = unalpha_tk[t-1][i] + logA[t][i] + logoblik[t][j];
        unalpha_tk[t][j] = log_sum_exp(accumulator);
      }
    }
  }
}
model {
  for (j in 1:K) {
    w_km[j] ~ normal(0,5);
    b_km[j] ~ normal(0,5);
    s_k[j] ~ normal(0,3);
  }
  target += log_sum_exp(unalpha_tk[T]);
}
generated quantities {
  array[T] vector[K] alpha_tk;
  for (t in 1:T) alpha_tk[t] = normalize(softmax(unalpha_tk[t]));
}
