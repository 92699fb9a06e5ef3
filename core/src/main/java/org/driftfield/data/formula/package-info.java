/** The language of formulas: what is written, as a tree, and what it asks for. */
package org.driftfield.data.formula;
