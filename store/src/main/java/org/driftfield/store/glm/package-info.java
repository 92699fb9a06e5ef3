/** What the fit of a generalised linear model keeps beyond every fit. */
package org.driftfield.store.glm;
