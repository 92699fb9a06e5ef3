// Latent classes summed out, three-dimensional arrays.
data { int I; int J; int C; array[I, J] int<lower=0,upper=1> y; array[J, C] int<lower=0,upper=1> xi; }
parameters { simplex[C] nu; vector<lower=0,upper=1>[J] slip; vector<lower=0,upper=1>[J] guess; }
transformed parameters { vector[C] log_nu = log(nu); }
model {
  array[I, C, J] real item;
  slip ~ beta(5, 25); guess ~ beta(5, 25);
  for (i in 1:I) {
    vector[C] ps;
    for (c in 1:C) {
      for (j in 1:J) {
        real p = (1 - slip[j]) ^ xi[j, c] * guess[j] ^ (1 - xi[j, c]);
        item[i, c, j] = y[i, j] * log(p) + (1 - y[i, j]) * log1m(p);
      }
      ps[c] = log_nu[c] + sum(item[i, c]);
    }
    target += log_sum_exp(ps);
  }
}
