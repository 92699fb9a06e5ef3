data { int<lower=0> N; int<lower=0> Ncut; array[N, 2] int group_response; vector[2] treat; array[N] int seq; }
parameters { real beta; real<lower=0> log_sigma; ordered[Ncut] a; vector[N] b; }
transformed parameters { real<lower=0> sigma = exp(log_sigma); }
model {
  beta ~ normal(0, 10);
  b ~ normal(0, sigma);
  a ~ normal(0, 5);
  for (i in 1:N) for (t in 1:2) group_response[i, t] ~ ordered_logistic((seq[i] == 1 ? 1 : -1) * beta * treat[t] + b[i], a);
}
