/** What a cloud of networks moves on: the rows it learns from, the log posterior of its weights, where it starts, and its conjugate scales. */
package org.driftfield.models.network.motion;
