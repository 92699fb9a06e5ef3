functions {
  vector kron_mvprod(matrix A, matrix B, matrix V) {
    return to_vector((B*V)*transpose(A));
  }
  real kron_lp_lpdf(vector y, real eps, real l1, data real s, vector ea, vector eb) {
    return 0;
  }
  matrix calculate_eigenvalues(vector A, vector B, int n1, int n2, real sigma2) {
    matrix[n2,n1] e;
    for (i in 1:n1) for (j in 1:n2) e[j,i] = A[i]*B[j]+sigma2;
    return e;
  }
}
data {
  int<lower=1> n1;
  int<lower=1> n2;
  vector[n1] x1;
  vector[n2] x2;
  matrix[n2,n1] y;
}
transformed data {
  matrix[n1,n1] xd1;
  matrix[n2,n2] xd2;
  vector[n1] one = rep_vector(1,n1);
  for (i in 1:n1) {
    xd1[i,i] = 0;
    for (j in i+1:n1) {
      xd1[i,j] = -(x1[i]-x1[j])^2;
      xd1[j,i] = xd1[i,j];
    }
  }
  xd2 = -square(rep_matrix(x2,n2) - rep_matrix(x2',n2));
}
parameters {
  real<lower=0> var1;
  real<lower=0> bw1;
  real<lower=0.00001> sigma1;
  real<lower=0> bw2;
}
model {
  matrix[n1,n1] Sigma1 = var1*exp(xd1*bw1);
  matrix[n2,n2] Sigma2 = exp(xd2*bw2);
  matrix[n1,n1] Q1;
  matrix[n2,n2] Q2;
  vector[n1] R1;
  vector[n2] R2;
  matrix[n2,n1] eig;
  for (i in 1:n1) Sigma1[i,i] += .00001;
  for (i in 1:n2) Sigma2[i,i] += .00001;
  Q1 = eigenvectors_sym(Sigma1);
  Q2 = eigenvectors_sym(Sigma2);
  R1 = eigenvalues_sym(Sigma1);
  R2 = eigenvalues_sym(Sigma2);
  eig = calculate_eigenvalues(R1,R2,n1,n2,sigma1);
  var1 ~ lognormal(0,1);
  bw1 ~ cauchy(0,2.5);
  bw2 ~ cauchy(0,2.5);
  sigma1 ~ lognormal(0,1);
  target += -0.5*sum(y .* to_matrix(kron_mvprod(Q1,Q2,to_matrix(kron_mvprod(transpose(Q1),transpose(Q2),y),n2,n1) ./ eig),n2,n1)) - .5*sum(log(eig));
}
