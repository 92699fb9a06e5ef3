functions {
  real partial_sum_lpmf(array[] int slice, int start, int end, vector x, vector beta) {
    return bernoulli_logit_lupmf(slice | beta[1] + beta[2] * x[start:end]);
  }
}
data { int N; array[N] int y; vector[N] x; }
parameters { vector[2] beta; }
model {
  beta ~ std_normal();
  target += reduce_sum(partial_sum_lupmf, y, 1, x, beta);
}
