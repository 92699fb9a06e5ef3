functions {
  vector build_b_spline(array[] real t, array[] real ext_knots, int ind, int order);
  vector build_b_spline(array[] real t, array[] real ext_knots, int ind, int order) {
    vector[size(t)] b_spline;
    vector[size(t)] w1 = rep_vector(0, size(t));
    vector[size(t)] w2 = rep_vector(0, size(t));
    if (order == 1) {
      for (i in 1:size(t)) b_spline[i] = (ext_knots[ind] <= t[i]) && (t[i] < ext_knots[ind + 1]);
    } else {
      if (ext_knots[ind] != ext_knots[ind + order - 1])
        w1 = (to_vector(t) - rep_vector(ext_knots[ind], size(t))) / (ext_knots[ind + order - 1] - ext_knots[ind]);
      if (ext_knots[ind + 1] != ext_knots[ind + order])
        w2 = 1 - (to_vector(t) - rep_vector(ext_knots[ind + 1], size(t))) / (ext_knots[ind + order] - ext_knots[ind + 1]);
      b_spline = w1 .* build_b_spline(t, ext_knots, ind, order - 1) + w2 .* build_b_spline(t, ext_knots, ind + 1, order - 1);
    }
    return b_spline;
  }
}
data { int n; int num_knots; vector[num_knots] knots; int deg; array[n] real Y; array[n] real X; }
transformed data {
  int num_basis = num_knots + deg - 1;
  matrix[num_basis, n] B;
  vector[deg + num_knots] ext_temp = append_row(rep_vector(knots[1], deg), knots);
  vector[2 * deg + num_knots] ext = append_row(ext_temp, rep_vector(knots[num_knots], deg));
  for (ind in 1:num_basis) B[ind, :] = to_row_vector(build_b_spline(X, to_array_1d(ext), ind, deg + 1));
  B[num_basis, n] = 1;
}
parameters { row_vector[num_basis] a_raw; real a0; real<lower=0> sigma; real<lower=0> tau; }
transformed parameters {
  row_vector[num_basis] a;
  vector[n] Y_hat;
  a[1] = a_raw[1];
  for (i in 2:num_basis) a[i] = a[i - 1] + a_raw[i] * tau;
  Y_hat = a0 * to_vector(X) + to_vector(a * B);
}
model {
  a_raw ~ normal(0, 1);
  a0 ~ normal(0, 1);
  tau ~ normal(0, 1);
  sigma ~ normal(0, 1);
  Y ~ normal(Y_hat, sigma);
}
