data { int I; int J; int N; array[N] int<lower=1,upper=I> ii; array[N] int<lower=1,upper=J> jj; array[N] int<lower=0> y; int K; matrix[J,K] W; int<lower=1> m; }
transformed data {
  array[I] int ms = rep_array(0, I); array[I] int pos;
  vector[K] obs_sd;
  for (n in 1:N) if (y[n] > ms[ii[n]]) ms[ii[n]] = y[n];
  pos[1] = 1;
  for (i in 2:I) pos[i] = ms[i - 1] + pos[i - 1];
  for (k in 1:K) obs_sd[k] = sd(W[:, k]);
}
parameters { array[I] ordered[m] kappa; vector<lower=0>[I] alpha; vector[sum(ms)] beta_free; vector[J] theta; vector[K] lambda; vector<lower=0>[I] disc; vector<lower=0,upper=.4>[I] guess; }
model {
  for (i in 1:I) kappa[i] ~ normal(0, 2);
  alpha ~ lognormal(1, 1); beta_free ~ normal(0, 5); lambda ~ student_t(3, 0, 1); theta ~ normal(W * lambda, 1); disc ~ lognormal(0, .5);
  for (n in 1:N) {
    int k = ii[n];
    vector[ms[k] + 1] unsummed = append_row(rep_vector(0.0, 1), alpha[k] * theta[jj[n]] - segment(beta_free, pos[k], ms[k]));
    target += categorical_lpmf(y[n] + 1 | softmax(cumulative_sum(unsummed)));
    if (y[n] <= m) y[n] + 1 ~ ordered_logistic(theta[jj[n]] * disc[k], kappa[k]);
    target += log_mix(guess[k], (y[n] > 0) * 0.0 + (y[n] == 0 ? -1e2 : 0), bernoulli_logit_lpmf(y[n] > 0 | disc[k] * theta[jj[n]]));
  }
  guess ~ beta(5, 23);
}
