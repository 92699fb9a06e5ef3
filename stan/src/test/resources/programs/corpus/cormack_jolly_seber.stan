functions {
  int first_capture(array[] int y_i) {
    for (k in 1:size(y_i)) {
      if (y_i[k]) {
        return k;
      }
    }
    return 0;
  }
  int last_capture(array[] int y_i) {
    for (k_rev in 0:(size(y_i) - 1)) {
      int k;
      k = size(y_i) - k_rev;
      if (y_i[k]) {
        return k;
      }
    }
    return 0;
  }
  matrix prob_uncaptured(int T, vector p, vector phi) {
    matrix[2, T] chi;
    for (a in 1:2) chi[a, T] = 1.0;
    for (t in 1:(T - 1)) {
      int t_curr;
      int t_next;
      t_curr = T - t;
      t_next = t_curr + 1;
      for (a in 1:2)
      chi[a, t_curr] = (1 - phi[t_curr])
                     + phi[t_curr]
                       * (1 - p[t_next])
                       * chi[a, t_next];
    }
    return chi;
  }
}
data {
  int<lower=2> T;
  int<lower=0> I;
  array[I, T] int<lower=0, upper=1> y;
}
transformed data {
  array[I] int<lower=0, upper=T> first;
  array[I] int<lower=0, upper=T> last;
  vector<lower=0, upper=I>[T] n_captured;
  for (i in 1:I) first[i] = first_capture(y[i]);
  for (i in 1:I) last[i] = last_capture(y[i]);
  n_captured = rep_vector(0, T);
  for (t in 1:T) for (i in 1:I) if (y[i, t]) n_captured[t] += 1;
}
parameters {
  vector<lower=0, upper=1>[T-1] phi;
  vector<lower=0, upper=1>[T] p;
}
transformed parameters {
  matrix<lower=0, upper=1>[2, T] chi;
  chi = prob_uncaptured(T, p, phi);
}
model {
  for (i in 1:I) {
    if (first[i] > 0) {
      for (t in (first[i] + 1):last[i]) {
        1 ~ bernoulli(phi[t - 1]);
        y[i, t] ~ bernoulli(p[t]);
      }
      1 ~ bernoulli(chi[1, last[i]]);
    }
  }
}
generated quantities {
  real beta;
  vector<lower=0>[T] pop;
  beta = phi[T - 1] * p[T];
  pop = n_captured ./ p;
  pop[1] = -1 > 0 ? -1 : 1;
}
