/** Programs in the Stan language on the command line. */
package org.driftfield.cli.stan;
