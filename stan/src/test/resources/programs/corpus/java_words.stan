// Names that mean something elsewhere.
functions { real static(real public, vector final) { return public * sum(final); } }
data { int class; vector[class] double; }
parameters { real new; real<lower=0> import; vector[class] switch; }
model { vector[class] this = double * new; switch ~ normal(this, import); new ~ normal(0, 1); import ~ exponential(1); target += -square(static(new, switch)); }
