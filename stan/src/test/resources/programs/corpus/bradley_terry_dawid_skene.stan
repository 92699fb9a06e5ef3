data {
  int<lower=0> K; int<lower=0> N;
  array[N] int<lower=1, upper=K> player1, player0;
  array[N] int<lower=0, upper=1> y;
  int<lower=1> J; int<lower=2> KK; int<lower=1> I;
  array[I, J] int<lower=1,upper=KK> ann;
}
parameters {
  sum_to_zero_vector[K] alpha;
  real<lower=0> sigma;
  simplex[KK] pi;
  array[J, KK] simplex[KK] beta;
}
transformed parameters {
  array[I] vector[KK] log_q_z;
  for (i in 1:I) {
    log_q_z[i] = log(pi);
    for (j in 1:J) for (k in 1:KK) log_q_z[i, k] = log_q_z[i, k] + log(beta[j, k, ann[i, j]]);
  }
}
model {
  sigma ~ lognormal(0, 0.5);
  alpha ~ normal(0, sqrt(K * inv(K - 1)) * sigma);
  y ~ bernoulli_logit(alpha[player1] - alpha[player0]);
  pi ~ dirichlet(rep_vector(3.0, KK));
  for (j in 1:J) for (k in 1:KK) beta[j, k] ~ dirichlet(rep_vector(1.0, KK));
  for (i in 1:I) target += log_sum_exp(log_q_z[i]);
}
generated quantities {
  array[K] int<lower=1, upper=K> ranking = sort_indices_desc(alpha);
  array[K] real<lower=0,upper=1> best = rep_array(0.0, K);
  array[I] vector[KK] q_z;
  best[ranking[1]] = 1;
  for (i in 1:I) q_z[i] = softmax(log_q_z[i]);
  array[3] int zz = categorical_rng(pi) > 1 ? {1, 2, 3} : {3, 2, 1};
}
