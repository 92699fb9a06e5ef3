data { int P; int N; matrix[N, P] Y; array[N] int group; }
transformed data { array[2] int sign_of = {1, -1}; }
parameters { real mu; real phi; real pi_; real<lower=0> s1; real<lower=0> s2; vector[N] delta; }
model {
  mu ~ normal(0, 10); phi ~ normal(0, 10); pi_ ~ normal(0, 10);
  s1 ~ lognormal(0, 1); s2 ~ lognormal(0, 1);
  delta ~ normal(0, s2);
  for (n in 1:N) for (p in 1:P) {
    int k = group[n] == 1 ? p : 3 - p;
    real m = mu + sign_of[k] * phi / 2 + sign_of[p] * pi_ / 2 + delta[n];
    Y[n, p] ~ normal(m, s1);
  }
}
generated quantities { real theta = exp(phi); int equiv = theta > 0.8 && theta < 1.2; }
