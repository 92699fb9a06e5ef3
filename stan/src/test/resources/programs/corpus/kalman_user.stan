functions {
  real kalman_lpdf(array[] vector y, matrix A, matrix H, matrix Q, matrix R, vector m0, matrix P0) {
    int n = size(y);
    int p = rows(A);
    vector[p] m = m0;
    matrix[p, p] P = P0;
    real lp = 0;
    for (t in 1:n) {
      matrix[rows(H), rows(H)] S;
      matrix[p, rows(H)] Kg;
      vector[rows(H)] v;
      m = A * m;
      P = quad_form_sym(P, A') + Q;
      v = y[t] - H * m;
      S = symmetrize_from_lower_tri(H * P * H' + R);
      lp += multi_normal_lpdf(v | rep_vector(0, rows(H)), S);
      Kg = mdivide_right_spd(P * H', S);
      m += Kg * v;
      P -= Kg * S * Kg';
      P = 0.5 * (P + P');
    }
    return lp;
  }
}
data { int T; array[T] vector[1] y; }
parameters { real<lower=0> q; real<lower=0> r; real<lower=-1,upper=1> phi; }
model {
  y ~ kalman([[phi, 1], [0, 0.5]], [[1, 0]], diag_matrix([q, 0.1]'), [[r]], zeros_vector(2), identity_matrix(2));
  q ~ exponential(1); r ~ exponential(1);
}
