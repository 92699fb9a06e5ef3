/** What a cloud of networks, with the line beside it, says of rows, and how well. */
package org.driftfield.models.network.prediction;
