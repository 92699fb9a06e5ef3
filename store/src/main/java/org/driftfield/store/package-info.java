/** A fit as a folder: {@link org.driftfield.store.Fit} loads it, predicts with it and writes its page. */
package org.driftfield.store;
