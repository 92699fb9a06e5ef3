functions {
  /* scale and correlate time-series residuals using the Cholesky factor of the correlation matrix */
  vector scale_time_err(vector zerr, real sderr, matrix chol_cor, array[] int nobs, array[] int begin, array[] int end) {
    vector[rows(zerr)] err;
    for (i in 1:size(nobs)) {
      matrix[nobs[i], nobs[i]] L_i;
      L_i = sderr * chol_cor[1:nobs[i], 1:nobs[i]];
      err[begin[i]:end[i]] = L_i * zerr[begin[i]:end[i]];
    }
    return err;
  }
  matrix cholesky_cor_ar1(real ar, int nrows) {
    matrix[nrows, nrows] mat;
    vector[nrows - 1] gamma;
    mat = diag_matrix(rep_vector(1, nrows));
    for (i in 2:nrows) {
      gamma[i - 1] = pow(ar, i - 1);
      for (j in 1:(i - 1)) {
        mat[i, j] = gamma[i - j];
        mat[j, i] = gamma[i - j];
      }
    }
    return cholesky_decompose(mat ./ (1 - ar^2));
  }
  matrix cholesky_cor_cosy(real cosy, int nrows) {
    matrix[nrows, nrows] mat;
    mat = diag_matrix(rep_vector(1, nrows));
    for (i in 2:nrows) {
      for (j in 1:(i - 1)) {
        mat[i, j] = cosy;
        mat[j, i] = mat[i, j];
      }
    }
    return cholesky_decompose(mat);
  }
  /* multi-normal log-PDF for time-series covariance structures in Cholesky parameterization and assuming homogoneous variances */
  real normal_time_hom_lpdf(vector y, vector mu, real sigma, matrix chol_cor, array[] int nobs, array[] int begin, array[] int end) {
    int I = size(nobs);
    vector[I] lp;
    matrix[rows(chol_cor), cols(chol_cor)] L;
    L = sigma * chol_cor;
    for (i in 1:I) {
      matrix[nobs[i], nobs[i]] L_i = L[1:nobs[i], 1:nobs[i]];
      lp[i] = multi_normal_cholesky_lpdf(y[begin[i]:end[i]] | mu[begin[i]:end[i]], L_i);
    }
    return sum(lp);
  }
  int is_equal(array[] int a, array[] int b) {
    int n_a = size(a);
    int n_b = size(b);
    if (n_a != n_b) {
      return 0;
    }
    for (i in 1:n_a) {
      if (a[i] != b[i]) {
        return 0;
      }
    }
    return 1;
  }
  /* grouped data stored linearly in "data" as indexed by begin and end is repacked to be stacked into an array of vectors. */
  array[] vector stack_vectors(vector long_data, int n, array[] int stack, array[] int begin, array[] int end) {
    int S = sum(stack);
    int G = size(stack);
    array[S] vector[n] stacked;
    int j = 1;
    for (i in 1:G) {
      if (stack[i] == 1) {
        stacked[j] = long_data[begin[i]:end[i]];
        j += 1;
      }
    }
    return stacked;
  }
  /* multi-normal log-PDF for fixed variance, flexible */
  real normal_time_hom_flex_lpdf(vector y, vector mu, real sigma, matrix chol_cor, array[] int nobs, array[] int begin, array[] int end, array[,] int Jtime) {
    real lp = 0.0;
    int I = size(nobs);
    array[I] int has_lp = rep_array(0, I);
    int i = 1;
    matrix[rows(chol_cor), cols(chol_cor)] L;
    matrix[rows(chol_cor), cols(chol_cor)] Cov;
    L = sigma * chol_cor;
    Cov = multiply_lower_tri_self_transpose(L);
    while (sum(has_lp) != I) {
      array[nobs[i]] int iobs = Jtime[i, 1:nobs[i]];
      array[I - i + 1] int lp_terms = rep_array(0, I - i + 1);
      matrix[nobs[i], nobs[i]] L_i;
      if (is_equal(iobs, sequence(1, rows(L)))) {
        // all timepoints are present in this group
        L_i = L;
      } else {
        // arbitrary subsets cannot be taken on L directly
        L_i = cholesky_decompose(Cov[iobs, iobs]);
      }
      has_lp[i] = 1;
      lp_terms[1] = 1;
      // find all additional groups where we have the same timepoints
      for (j in (i + 1):I) {
        if (has_lp[j] == 0 && is_equal(Jtime[j], Jtime[i]) == 1) {
          has_lp[j] = 1;
          lp_terms[j - i + 1] = 1;
        }
      }
      // vectorize the log likelihood by stacking the vectors
      lp += multi_normal_cholesky_lpdf(
        stack_vectors(y, nobs[i], lp_terms, begin[i:I], end[i:I]) |
        stack_vectors(mu, nobs[i], lp_terms, begin[i:I], end[i:I]), L_i
      );
      while (i <= I && has_lp[i] == 1) {
        i += 1;
        if (i > I) break;
      }
    }
    return lp;
  }
  array[] int sequence(int start, int end) {
    array[end - start + 1] int seq;
    for (n in 1:num_elements(seq)) {
      seq[n] = n + start - 1;
    }
    return seq;
  }
}
data {
  int<lower=1> N;
  vector[N] Y;
  int<lower=0> Kar;
  int<lower=1> N_tg;
  array[N_tg] int<lower=1> begin_tg;
  array[N_tg] int<lower=1> end_tg;
  array[N_tg] int<lower=1> nobs_tg;
  array[N_tg, 5] int Jtime_tg;
}
transformed data {
  int max_nobs_tg = max(nobs_tg);
}
parameters {
  real Intercept;
  real<lower=0> sigma;
  vector<lower=-1, upper=1>[Kar] ar;
  real<lower=0, upper=1> cosy;
  vector[N] zerr;
  real<lower=0> sderr;
}
transformed parameters {
  vector[N] err;
  matrix[max_nobs_tg, max_nobs_tg] Lcortime;
  Lcortime = cholesky_cor_ar1(ar[1], max_nobs_tg);
  err = scale_time_err(zerr, sderr, Lcortime, nobs_tg, begin_tg, end_tg);
}
model {
  vector[N] mu = rep_vector(0.0, N);
  matrix[max_nobs_tg, max_nobs_tg] Lc = cholesky_cor_cosy(cosy, max_nobs_tg);
  mu += Intercept + err;
  target += normal_time_hom_lpdf(Y | mu, sigma, Lc, nobs_tg, begin_tg, end_tg);
  target += normal_time_hom_flex_lpdf(Y | mu, sigma, Lcortime, nobs_tg, begin_tg, end_tg, Jtime_tg);
  Intercept ~ normal(0, 3);
  sigma ~ exponential(1);
  sderr ~ exponential(1);
  zerr ~ std_normal();
}
