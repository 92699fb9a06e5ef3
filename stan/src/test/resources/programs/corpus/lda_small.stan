data { int K; int V; int M; int N; array[N] int w; array[N] int doc; vector[K] alpha; vector[V] beta; }
parameters { array[M] simplex[K] theta; array[K] simplex[V] phi; }
model {
  theta ~ dirichlet(alpha);
  phi ~ dirichlet(beta);
  for (n in 1:N) {
    array[K] real gamma;
    for (k in 1:K) gamma[k] = log(theta[doc[n], k]) + log(phi[k, w[n]]);
    target += log_sum_exp(gamma);
  }
}
