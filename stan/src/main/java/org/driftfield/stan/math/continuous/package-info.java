/** Families of continuous scalar distributions: log density, log distribution functions, draws. */
package org.driftfield.stan.math.continuous;
