/** Words, tables and progress on a terminal. */
package org.driftfield.cli.terminal;
