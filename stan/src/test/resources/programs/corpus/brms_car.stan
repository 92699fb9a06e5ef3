functions {
  /* Return the log probability of a proper conditional autoregressive (CAR) prior with a sparse representation for the adjacency matrix */
  real sparse_car_lpdf(vector phi, real car, real sdcar, int Nloc,
                       int Nedges, data vector Nneigh, data vector eigenW,
                       array[] int edges1, array[] int edges2) {
    real tau;  // precision parameter
    row_vector[Nloc] phit_D;  // phi' * D
    row_vector[Nloc] phit_W;  // phi' * W
    vector[Nloc] ldet;
    tau = inv_square(sdcar);
    phit_D = (phi .* Nneigh)';
    phit_W = rep_row_vector(0, Nloc);
    for (i in 1:Nedges) {
      phit_W[edges1[i]] = phit_W[edges1[i]] + phi[edges2[i]];
      phit_W[edges2[i]] = phit_W[edges2[i]] + phi[edges1[i]];
    }
    for (i in 1:Nloc) {
      ldet[i] = log1m(car * eigenW[i]);
    }
    return 0.5 * (Nloc * log(tau) + sum(ldet) -
           tau * (phit_D * phi - car * (phit_W * phi)));
  }
  real sparse_icar_lpdf(vector phi, real sdcar, int Nloc, int Nedges, data vector Nneigh, data vector eigenW, array[] int edges1, array[] int edges2) {
    real tau;
    row_vector[Nloc] phit_D;
    row_vector[Nloc] phit_W;
    tau = inv_square(sdcar);
    phit_D = (phi .* Nneigh)';
    phit_W = rep_row_vector(0, Nloc);
    for (i in 1:Nedges) {
      phit_W[edges1[i]] = phit_W[edges1[i]] + phi[edges2[i]];
      phit_W[edges2[i]] = phit_W[edges2[i]] + phi[edges1[i]];
    }
    return 0.5 * ((Nloc - 1) * log(tau) - tau * (phit_D * phi - (phit_W * phi)));
  }
}
data {
  int<lower=1> N;
  array[N] int Y;
  vector[N] denom;
  int<lower=1> Nloc;
  array[N] int<lower=1> Jloc;
  int<lower=0> Nedges;
  array[Nedges] int<lower=1> edges1;
  array[Nedges] int<lower=1> edges2;
  vector[Nloc] Nneigh;
  vector[Nloc] eigenMcar;
}
transformed data { vector[N] log_denom = log(denom); }
parameters {
  real Intercept;
  real<lower=0> sdcar;
  real<lower=0, upper=1> car;
  vector[Nloc] rcar;
  vector[Nloc] zcar;
  real<lower=0,upper=1> rhocar;
}
transformed parameters {
  vector[Nloc] rcar2;
  // join the spatial and the non-spatial CAR component
  rcar2 = (sqrt(1 - rhocar) * rcar + sqrt(rhocar * inv(Nneigh)) .* zcar) * sdcar;
}
model {
  vector[N] mu = rep_vector(0.0, N);
  mu += Intercept + log_denom;
  for (n in 1:N) {
    mu[n] += rcar[Jloc[n]] + rcar2[Jloc[n]];
  }
  target += poisson_log_lpmf(Y | mu);
  target += sparse_car_lpdf(rcar | car, sdcar, Nloc, Nedges, Nneigh, eigenMcar, edges1, edges2);
  target += sparse_icar_lpdf(zcar | sdcar, Nloc, Nedges, Nneigh, eigenMcar, edges1, edges2);
  target += -0.5 * dot_self(zcar[edges1] - zcar[edges2]);
  target += normal_lpdf(sum(zcar) | 0, 0.001 * Nloc);
  target += student_t_lpdf(Intercept | 3, 0.7, 2.5) + student_t_lpdf(sdcar | 3, 0, 2.5) + beta_lpdf(rhocar | 1, 1);
}
