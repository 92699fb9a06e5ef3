data {
  int<lower=0> N;
  vector[N] partyid7;
  vector[N] real_ideo;
  vector[N] race_adj;
  array[N] int<lower=1, upper=4> age_discrete;
  vector[N] educ1;
  vector[N] gender;
  vector[N] income;
}
transformed data {
  array[3] vector[N] age;
  for (n in 1:N) {
    for (k in 1:3) {
      age[k, n] = age_discrete[n] == k + 1;
    }
  }
}
parameters {
  vector[9] beta;
  real<lower=0> sigma;
}
model {
  target += normal_lpdf(partyid7 | beta[1] + beta[2] * real_ideo + beta[3] * race_adj + beta[4] * age[1]
      + beta[5] * age[2] + beta[6] * age[3] + beta[7] * educ1 + beta[8] * gender + beta[9] * income, sigma);
}
