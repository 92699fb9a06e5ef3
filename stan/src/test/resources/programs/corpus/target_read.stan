functions {
  void penalise_lp(real x) {
    target += -0.5 * square(x);
    if (target() < -3) {
      target += 0.1 * target();
    }
  }
}
data {
  int N;
  vector[N] y;
}
parameters {
  real mu;
  real<lower=0> s;
  vector[3] b;
}
model {
  mu ~ normal(0, 2);
  s ~ exponential(1);
  penalise_lp(b[1]);
  for (k in 2 : 3) {
    b[k] ~ normal(0, 1);
    target += -0.01 * square(target());
  }
  y ~ normal(mu + b[1], s);
}
