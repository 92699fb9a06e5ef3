data { int T; vector[T] y; }
parameters { real<lower=-1, upper=1> phi; real<lower=0> q; real<lower=0> r; vector[T] raw; real<lower=2> nu; }
transformed parameters {
  vector[T] x;
  x[1] = raw[1] * q / sqrt(1 - phi ^ 2);
  for (t in 2:T) x[t] = phi * x[t - 1] + q * raw[t];
}
model {
  phi ~ normal(0, 0.5) T[-1, 1];
  q ~ student_t(3, 0, 1) T[0, ];
  r ~ exponential(1);
  nu ~ gamma(2, 0.1);
  raw ~ std_normal();
  y ~ student_t(nu, x, r);
}
generated quantities { vector[3] ahead; { real last = x[T]; for (h in 1:3) { last = normal_rng(phi * last, q); ahead[h] = last; } } }
