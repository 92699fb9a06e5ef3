data {
  int<lower=0> N;
  vector[N] weight;
  vector[N] diam1;
  vector[N] diam2;
  vector[N] canopy_height;
  vector[N] total_height;
  vector[N] density;
  vector[N] group;
}
transformed data {
  matrix[N, 7] X;
  vector[N] log_weight = log(weight);
  X[, 1] = rep_vector(1, N);
  X[, 2] = log(diam1);
  X[, 3] = log(diam2);
  X[, 4] = log(canopy_height);
  X[, 5] = log(total_height);
  X[, 6] = log(density);
  X[, 7] = group;
}
parameters {
  vector[7] beta;
  real<lower=0> sigma;
}
model {
  log_weight ~ normal(X * beta, sigma);
}
