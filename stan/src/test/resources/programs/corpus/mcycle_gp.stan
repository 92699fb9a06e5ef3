data {
  int<lower=1> N;
  vector[N] x;
  vector[N] y;
  real<lower=0> c_f;
  int<lower=1> M_f;
  real<lower=0> c_g;
  int<lower=1> M_g;
}
transformed data {
  real xmean = mean(x);
  real ymean = mean(y);
  real xsd = sd(x);
  real ysd = sd(y);
  vector[N] xn = (x-xmean)/xsd;
  vector[N] yn = (y-ymean)/ysd;
  real L_f = c_f*max(xn);
  real L_g = c_g*max(xn);
  matrix[N,M_f] PHI_f;
  matrix[N,M_g] PHI_g;
  for (m in 1:M_f) PHI_f[:,m] = sin(m*pi()/(2*L_f)*(xn+L_f))/sqrt(L_f);
  PHI_g = sin(diag_post_multiply(rep_matrix(pi()/(2*L_g)*(xn+L_g), M_g), linspaced_vector(M_g,1,M_g)))/sqrt(L_g);
}
parameters {
  real intercept_f;
  real intercept_g;
  vector[M_f] beta_f;
  vector[M_g] beta_g;
  real<lower=0> lengthscale_f;
  real<lower=0> sigma_f;
  real<lower=0> lengthscale_g;
  real<lower=0> sigma_g;
}
model {
  vector[M_f] diagSPD_f = sigma_f*sqrt(sqrt(2*pi())*lengthscale_f)*exp(-0.25*(lengthscale_f*pi()/2/L_f)^2*linspaced_vector(M_f,1,M_f)^2);
  vector[M_g] diagSPD_g = sigma_g*sqrt(sqrt(2*pi())*lengthscale_g)*exp(-0.25*(lengthscale_g*pi()/2/L_g)^2*linspaced_vector(M_g,1,M_g)^2);
  intercept_f ~ normal(0,0.1);
  intercept_g ~ normal(0,0.1);
  beta_f ~ normal(0,1);
  beta_g ~ normal(0,1);
  lengthscale_f ~ normal(0,1);
  lengthscale_g ~ normal(0,1);
  sigma_f ~ normal(0,.5);
  sigma_g ~ normal(0,.5);
  yn ~ normal(intercept_f + PHI_f*(diagSPD_f .* beta_f), exp(intercept_g + PHI_g*(diagSPD_g .* beta_g)));
}
generated quantities {
  vector[N] f;
  vector[N] sigma;
  {
    vector[M_f] q = sigma_f*sqrt(sqrt(2*pi())*lengthscale_f)*exp(-0.25*(lengthscale_f*pi()/2/L_f)^2*linspaced_vector(M_f,1,M_f)^2);
    f = (intercept_f + PHI_f*(q .* beta_f))*ysd+ymean;
    sigma = exp(intercept_g + PHI_g*beta_g)*ysd;
  }
}
