/** The functions of the language, a class for each subject that enters its own into the table. */
package org.driftfield.stan.library.function;
