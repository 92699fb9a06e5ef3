/** The folder of a fit, its record and its files. */
package org.driftfield.store.folder;
