/** What all fits share, whatever the model: the command, the folder and its files, the page, the summary, the comparison. */
package org.driftfield.cli.fit;
