/**
 * An answer, whichever algorithm gave it: draws with names on the parameters' own scale, their summary with Monte Carlo
 * errors, what to distrust about them, and where they came from.
 */
package org.driftfield.posterior;
