/** Options that several commands have. */
package org.driftfield.cli.options;
