functions {
  matrix get_changepoint_matrix(vector t, vector t_change, int T, int S) {
    matrix[T, S] A;
    row_vector[S] a_row;
    int cp_idx;
    A = rep_matrix(0, T, S);
    a_row = rep_row_vector(0, S);
    cp_idx = 1;
    for (i in 1:T) {
      while ((cp_idx <= S) && (t[i] >= t_change[cp_idx])) {
        a_row[cp_idx] = 1;
        cp_idx = cp_idx + 1;
      }
      A[i] = a_row;
    }
    return A;
  }
  vector logistic_gamma(real k, real m, vector delta, vector t_change, int S) {
    vector[S] gamma;
    vector[S + 1] k_s;
    real m_pr;
    k_s = append_row(k, k + cumulative_sum(delta));
    m_pr = m;
    for (i in 1:S) {
      gamma[i] = (t_change[i] - m_pr) * (1 - k_s[i] / k_s[i + 1]);
      m_pr = m_pr + gamma[i];
    }
    return gamma;
  }
  vector logistic_trend(real k, real m, vector delta, vector t, vector cap, matrix A, vector t_change, int S) {
    vector[S] gamma;
    gamma = logistic_gamma(k, m, delta, t_change, S);
    return cap .* inv_logit((k + A * delta) .* (t - (m + A * gamma)));
  }
  vector linear_trend(real k, real m, vector delta, vector t, matrix A, vector t_change) {
    return (k + A * delta) .* t + (m + A * (-t_change .* delta));
  }
  vector flat_trend(real m, int T) {
    return rep_vector(m, T);
  }
}
data {
  int T;
  int<lower=1> K;
  vector[T] t;
  vector[T] cap;
  vector[T] y;
  int S;
  vector[S] t_change;
  matrix[T,K] X;
  vector[K] sigmas;
  real<lower=0> tau;
  int trend_indicator;
  vector[K] s_a;
  vector[K] s_m;
}
transformed data {
  matrix[T, S] A = get_changepoint_matrix(t, t_change, T, S);
  matrix[T, K] X_sa = X .* rep_matrix(s_a', T);
  matrix[T, K] X_sm = X .* rep_matrix(s_m', T);
}
parameters {
  real k;
  real m;
  vector[S] delta;
  real<lower=0> sigma_obs;
  vector[K] beta;
}
transformed parameters {
  vector[T] trend;
  if (trend_indicator == 0) {
    trend = linear_trend(k, m, delta, t, A, t_change);
  }
  else if (trend_indicator == 1) {
    trend = logistic_trend(k, m, delta, t, cap, A, t_change, S);
  }
  else if (trend_indicator == 2) {
    trend = flat_trend(m, T);
  }
}
model {
  k ~ normal(0, 5);
  m ~ normal(0, 5);
  delta ~ double_exponential(0, tau);
  sigma_obs ~ normal(0, 0.5);
  beta ~ normal(0, sigmas);
  y ~ normal_id_glm(X_sa, trend .* (1 + X_sm * beta), beta, sigma_obs);
}
