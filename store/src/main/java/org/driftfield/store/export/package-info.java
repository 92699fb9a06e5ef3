/** Draws of fits in the formats of other programs, and fits made of theirs. */
package org.driftfield.store.export;
