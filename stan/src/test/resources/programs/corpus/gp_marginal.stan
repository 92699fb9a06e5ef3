// A Gaussian process with a Matérn kernel, and one by its spectral basis.
functions {
  vector spd(data array[] vector slambda, real sdgp, real lscale) {
    int NB = dims(slambda)[1];
    vector[NB] out;
    for (m in 1:NB) out[m] = square(sdgp) * sqrt(2 * pi()) * lscale * exp(-0.5 * square(lscale) * dot_self(slambda[m]));
    return out;
  }
}
data { int N; array[N] real x; vector[N] y; int NB; array[NB] vector[1] slambda; matrix[N, NB] Phi_; }
parameters { real<lower=0> alpha; real<lower=0> rho; real<lower=0> sigma; vector[NB] zgp; }
model {
  matrix[N, N] K = add_diag(gp_matern32_cov(x, alpha, rho), square(sigma));
  vector[NB] rgp = sqrt(spd(slambda, alpha, rho)) .* zgp;
  alpha ~ normal(0, 1); rho ~ inv_gamma(5, 5); sigma ~ normal(0, 1); zgp ~ std_normal();
  y ~ multi_normal(rep_vector(0, N), K);
  y ~ normal(Phi_ * rgp, sigma);
}
