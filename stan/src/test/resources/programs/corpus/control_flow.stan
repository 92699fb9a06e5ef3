// Loops with a test, early ends, branches that parameters decide, integers that change.
functions {
  int collatz(int n) { int k = 0; int m = n; while (m != 1) { if (m % 2 == 0) m = m / 2; else m = 3 * m + 1; k += 1; } return k; }
  real power(real x, int n) { if (n == 0) return 1; return x * power(x, n - 1); }
  real newton(real a) { real x = a; for (i in 1:20) { real step = (x * x - a) / (2 * x); x -= step; if (abs(step) < 1e-12) break; } return x; }
}
data { int N; array[N] int n; }
transformed data { array[N] int steps; for (i in 1:N) steps[i] = collatz(n[i]); }
parameters { real<lower=0.1> a; vector[N] b; }
model {
  real total = 0;
  int positive = 0;
  for (i in 1:N) {
    if (b[i] <= 0) continue;
    positive += 1;
    total += b[i] > 1 ? log(b[i]) + 1 : b[i];
  }
  a ~ lognormal(0, 1);
  b ~ normal(newton(a), 1 + steps[1] * 0.1);
  target += -0.1 * total * positive - 0.01 * power(a, 3);
  { int k = 1; while (k < N) { target += -0.05 * square(b[k + 1] - b[k]); k += 1; } }
  if (a > 1e6) reject("a is too large: ", a);
}
