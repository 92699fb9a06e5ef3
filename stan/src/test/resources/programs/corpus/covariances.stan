data { int N; array[N] vector[2] Y1; array[N] real y2; cov_matrix[2] S; int Q; array[Q] int adj; }
transformed data { vector[2] mu = rep_vector(0, 2); }
parameters { cov_matrix[2] Sigma; real<lower=-1,upper=1> rho; cov_matrix[2] Om; corr_matrix[3] C; vector<lower=0>[3] tau; cholesky_factor_cov[3] LS; cholesky_factor_cov[3, 2] LR; unit_vector[3] u; }
model {
  for (n in 1:N) Y1[n] ~ multi_normal(mu, Sigma);
  for (n in 1:N) y2[n] ~ normal(0, sqrt(Sigma[2, 2]));
  target += -(2 + 1.0) / 2 * log_determinant(Sigma);
  Sigma ~ inv_wishart(4, S);
  Om ~ wishart(4, S);
  Y1 ~ multi_normal_prec(mu, Om);
  C ~ lkj_corr(2); tau ~ cauchy(0, 2.5);
  quad_form_diag(C, tau) ~ wishart(5, identity_matrix(3));
  LS ~ wishart_cholesky(5, identity_matrix(3));
  to_vector(LR) ~ normal(0, 1);
  u ~ normal(0.5, 1);
  target += trace_quad_form(inverse_spd(Sigma), identity_matrix(2)) * -0.1;
  target += -0.01 * sum(eigenvalues_sym(C)) - 0.1 * log_determinant(Om) + 0.1 * sum(singular_values(LR)) - 0.1 * sum(abs(qr_thin_R(LR)));
}
generated quantities { matrix[2, 2] P = inverse(Sigma); vector[3] e = eigenvalues_sym(C); real tr = trace(P); }
