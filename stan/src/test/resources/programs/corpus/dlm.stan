data {
  int<lower=1> T; matrix[2, T] y; int S; 
}
transformed data {
  matrix[3, 2] F = [[1, 0], [0, 1], [0.5, 0.5]];
  vector[3] m0 = rep_vector(0, 3);
  matrix[3, 3] C0 = diag_matrix(rep_vector(5, 3));
}
parameters {
  vector<lower=0>[2] v; vector<lower=0>[3] wsd; real<lower=-1,upper=1> rho;
}
transformed parameters {
  matrix[3, 3] G = identity_matrix(3);
  cov_matrix[3] W;
  G[1, 2] = rho;
  W = quad_form_diag(identity_matrix(3), wsd);
}
model {
  y ~ gaussian_dlm_obs(F, G, v, W, m0, C0);
  y ~ gaussian_dlm_obs(F, G, diag_matrix(v), W, m0, C0);
  v ~ inv_gamma(2, 1); wsd ~ normal(0, 1);
}
