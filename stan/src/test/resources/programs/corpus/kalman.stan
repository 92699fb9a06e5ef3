// Local level and slope by a Kalman filter with small matrices.
functions {
  real kalman_lpdf(vector y, matrix F, row_vector h, matrix Q, real r, vector m0, matrix P0) {
    int N = num_elements(y);
    vector[2] m = m0;
    matrix[2, 2] P = P0;
    real lp = 0;
    for (n in 1:N) {
      m = F * m;
      P = F * P * F' + Q;
      real s = h * P * h' + r;
      real e = y[n] - h * m;
      vector[2] k = P * h' / s;
      lp += -0.5 * (log(2 * pi() * s) + square(e) / s);
      m = m + k * e;
      P = P - k * h * P;
    }
    return lp;
  }
}
data { int N; vector[N] y; }
transformed data { matrix[2, 2] F = [[1, 1], [0, 1]]; row_vector[2] h = [1, 0]; }
parameters { vector<lower=0>[2] q; real<lower=0> r; }
model {
  q ~ normal(0, 1);
  r ~ normal(0, 1);
  y ~ kalman(F, h, diag_matrix(q), r, rep_vector(0, 2), diag_matrix(rep_vector(5, 2)));
}
