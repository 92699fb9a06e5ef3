functions {
  real surv_lpdf(vector t, real a, vector s, array[] int event) {
    real lp = 0;
    for (n in 1:num_elements(t)) {
      if (event[n] == 1) lp += weibull_lpdf(t[n] | a, s[n]);
      else lp += weibull_lccdf(t[n] | a, s[n]);
    }
    return lp;
  }
}
data { int N; vector<lower=0>[N] t; array[N] int event; matrix[N, 2] X; }
parameters { real<lower=0> a; vector[2] b; real<offset=1, multiplier=2> b0; }
model {
  a ~ gamma(2, 1);
  b ~ normal(0, 1);
  b0 ~ normal(1, 2);
  t ~ surv(a, exp(b0 + X * b), event);
}
