/** Families of discrete scalar distributions: log mass, log distribution functions, draws. Integers come as doubles. */
package org.driftfield.stan.math.discrete;
