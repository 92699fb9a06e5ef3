/** Pages on this machine: the report of a fit while it runs, and the fits of a folder. */
package org.driftfield.cli.live;
