/** Generalised linear models: rows and priors in, a model with its closed forms, its checks and its predictions out. */
package org.driftfield.models.glm;
