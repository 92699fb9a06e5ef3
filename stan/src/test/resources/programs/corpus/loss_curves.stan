functions {
  real growth_factor_weibull(real t, real omega, real theta) {
    real factor;
    factor = 1 - exp(-(t/theta)^omega);
    return factor;
  }
  real growth_factor_loglogistic(real t, real omega, real theta) {
    real factor;
    real pow_t_omega;
    pow_t_omega = t^omega;
    factor = pow_t_omega/(pow_t_omega+theta^omega);
    return factor;
  }
}
data {
  int<lower=0,upper=1> growthmodel_id;
  int n_data;
  int n_time;
  int n_cohort;
  array[n_data] int cohort_id;
  array[n_data] int t_idx;
  array[n_cohort] int cohort_maxtime;
  array[n_time] real<lower=0> t_value;
  array[n_cohort] real premium;
  array[n_data] real loss;
}
parameters {
  real<lower=0> omega;
  real<lower=0> theta;
  array[n_cohort] real<lower=0> LR;
  real mu_LR;
  real<lower=0> sd_LR;
  real<lower=0> loss_sd;
}
transformed parameters {
  array[n_time] real gf;
  for (i in 1:n_time) {
    gf[i] = growthmodel_id == 1 ? growth_factor_weibull(t_value[i], omega, theta) : growth_factor_loglogistic(t_value[i], omega, theta);
  }
}
model {
  mu_LR ~ normal(0,0.5);
  sd_LR ~ lognormal(0,0.5);
  LR ~ lognormal(mu_LR, sd_LR);
  loss_sd ~ lognormal(0,0.7);
  omega ~ lognormal(0,0.5);
  theta ~ lognormal(0,0.5);
  loss ~ normal(to_array_1d(to_vector(gf[t_idx]) .* to_vector(LR[cohort_id]) .* to_vector(premium[cohort_id])), to_vector(premium[cohort_id])*loss_sd);
}
generated quantities {
  array[n_cohort] real<lower=0> loss_prediction;
  array[n_cohort, n_time] real loss_sample;
  real mu_LR_exp = exp(mu_LR);
  for (i in 1:n_cohort) {
    loss_prediction[i] = LR[i]*premium[i];
    for (j in 1:n_time) loss_sample[i,j] = LR[i]*premium[i]*gf[j];
  }
}
