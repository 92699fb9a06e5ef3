/** What the fit of a program keeps beyond every fit. */
package org.driftfield.store.stan;
