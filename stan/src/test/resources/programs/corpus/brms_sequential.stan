functions {
   real sratio_logit_lpmf(int y, real mu, real disc, vector thres) {
     int nthres = num_elements(thres);
     vector[nthres + 1] p;
     vector[nthres] q;
     int k = 1;
     while (k <= min(y, nthres)) {
       q[k] = log1m_inv_logit(disc * (thres[k] - mu));
       p[k] = log1m_exp(q[k]);
       for (kk in 1:(k - 1)) p[k] = p[k] + q[kk];
       k += 1;
     }
     if (y == nthres + 1) {
       p[nthres + 1] = sum(q);
     }
     return p[y];
   }
   real acat_logit_lpmf(int y, real mu, real disc, vector thres) {
     int nthres = num_elements(thres);
     vector[nthres + 1] p = append_row(0, cumulative_sum(disc * (mu - thres)));
     return p[y] - log_sum_exp(p);
   }
   real cratio_logit_cs_lpmf(int y, real mu, vector mucs, real disc, vector thres) {
     int nthres = num_elements(thres);
     vector[nthres + 1] p;
     vector[nthres] q;
     int k = 1;
     while (k <= min(y, nthres)) {
       q[k] = log_inv_logit(disc * (mu - mucs[k] - thres[k]));
       p[k] = log1m_exp(q[k]);
       for (kk in 1:(k - 1)) p[k] = p[k] + q[kk];
       k += 1;
     }
     if (y == nthres + 1) {
       p[nthres + 1] = sum(q);
     }
     return p[y];
   }
}
data {
  int<lower=1> N;
  array[N] int Y;
  int<lower=2> nthres;
  int<lower=1> Kc;
  matrix[N, Kc] Xc;
  int<lower=1> Kcs;
  matrix[N, Kcs] Xcs;
  int prior_only;
}
parameters {
  vector[Kc] b;
  ordered[nthres] Intercept;
  vector[nthres] Intercept2;
  matrix[Kcs, nthres] bcs;
}
transformed parameters {
  real disc = 1;
  real lprior = 0;
  lprior += student_t_lpdf(Intercept | 3, 0, 2.5);
  lprior += student_t_lpdf(Intercept2 | 3, 0, 2.5);
  lprior += normal_lpdf(to_vector(bcs) | 0, 1) + std_normal_lpdf(b);
}
model {
  if (!prior_only) {
    vector[N] mu = rep_vector(0.0, N);
    matrix[N, nthres] mucs = Xcs * bcs;
    mu += Xc * b;
    for (n in 1:N) {
      target += sratio_logit_lpmf(Y[n] | mu[n], disc, Intercept);
      target += acat_logit_lpmf(Y[n] | mu[n], disc, Intercept2);
      target += cratio_logit_cs_lpmf(Y[n] | mu[n], transpose(mucs[n]), disc, Intercept2);
    }
  }
  target += lprior;
}
