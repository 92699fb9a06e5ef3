/** How a cloud of networks moves: the rows it learns from, the log posterior of its weights, and one iteration of each recipe. */
package org.driftfield.models.network.motion;
