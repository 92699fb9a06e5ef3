/** The commands. */
package org.driftfield.cli;
