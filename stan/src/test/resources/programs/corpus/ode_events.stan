functions {
  vector pk(real t, vector y, array[] real theta, data array[] real xr) {
    vector[2] d;
    d[1] = -theta[1]*y[1];
    d[2] = theta[1]*y[1] - theta[2]/theta[3]*y[2];
    return d;
  }
  array[] vector run(int n, array[] real t, array[] int ev, array[] real amt, array[] real theta, data array[] real xr) {
    array[n] vector[2] out;
    vector[2] cur = [0, 0]';
    real t0 = 0;
    for (i in 1:n) {
      if (t[i] > t0) {
        cur = ode_rk45(pk, cur, t0, {t[i]}, theta, xr)[1];
        t0 = t[i];
      }
      if (ev[i] == 1) cur[1] += amt[i];
      out[i] = cur;
    }
    return out;
  }
}
data {
  int n;
  array[n] real t;
  array[n] int ev;
  array[n] real amt;
  vector[n] c;
}
parameters {
  array[3] real<lower=0> theta;
  real<lower=0> s;
}
model {
  array[n] vector[2] x = run(n, t, ev, amt, theta, {0.0});
  for (i in 1:n) if (ev[i] == 0) c[i] ~ lognormal(log(x[i, 2]/theta[3] + 1e-3), s);
  theta ~ lognormal(0, 1);
  s ~ exponential(1);
}
