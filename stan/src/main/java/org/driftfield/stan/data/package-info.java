/** Data for a program: from JSON, from a flat CSV, from an R dump or from Java maps to values of declared types and sizes. */
package org.driftfield.stan.data;
