data { int nChild; int nInd; array[nInd] real gamma_slope; array[nInd] int<lower=1> ncat; array[nInd, 4] real cut; array[nChild, nInd] int grade; }
parameters { array[nChild] real theta; }
model {
  theta ~ normal(0.0, 36);
  for (i in 1:nChild) {
    for (j in 1:nInd) {
      array[5] real p;
      array[4] real Q;
      for (k in 1:(ncat[j] - 1)) Q[k] = inv_logit(gamma_slope[j] * (theta[i] - cut[j, k]));
      p[1] = 1 - Q[1];
      for (k in 2:(ncat[j] - 1)) p[k] = Q[k - 1] - Q[k];
      p[ncat[j]] = Q[ncat[j] - 1];
      if (grade[i, j] != -1) target += log(p[grade[i, j]]);
    }
  }
}
