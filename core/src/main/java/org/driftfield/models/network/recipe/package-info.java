/** What is predicted, by which network, and how it is fitted: what a user may say. */
package org.driftfield.models.network.recipe;
