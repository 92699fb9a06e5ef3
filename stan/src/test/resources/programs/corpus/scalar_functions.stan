data { int N; vector[N] u; }
parameters { vector<lower=0, upper=1>[N] p; vector<lower=0>[N] s; vector[N] x; }
model {
  p ~ beta(2, 2); s ~ gamma(2, 2); x ~ std_normal();
  target += sum(lgamma(s)) + sum(digamma(s + 1)) / 9 + sum(tgamma(s + 1)) / 100 + sum(lbeta(s, 2)) + sum(log1m(p)) + sum(logit(p)) / 5;
  target += sum(Phi(x)) + sum(Phi_approx(x)) + sum(inv_Phi(p)) / 10 + sum(erf(x)) + sum(atan(x)) + sum(tanh(x)) + sum(cos(x) .* sin(x));
  target += sum(log1p_exp(x)) / 3 + sum(log_inv_logit(x)) + sum(log1m_inv_logit(x)) + sum(inv_cloglog(x)) + sum(cbrt(s)) + sum(expm1(x)) / 50;
  target += sum(fmax(x, 0.123)) + sum(fmin(x, s)) + sum(hypot(x, s)) + sum(abs(x)) + sum(fdim(x, u)) + sum(s .^ p) + sum(pow(s, 1.5)) / 9 + sum(inv(1 + s));
  target += log_diff_exp(s[1] + 3, s[2]) + log_mix(p[1], x[1], x[2]) + lchoose(s[1] + 3, p[1]) + multiply_log(s[1], s[2]) + log_falling_factorial(s[1] + 3, 2) + atan2(x[1], s[1]);
  target += normal_lcdf(x | 0, s) + student_t_lccdf(x[1] | 4, 0, 1) + gamma_lcdf(s | 2, 1) + beta_lccdf(p | 2, 3) + lognormal_lcdf(s | 0, 1) + exponential_lccdf(s | 2) + cauchy_lcdf(x | 0, 1) + inv_gamma_lcdf(s | 2, 1);
}
