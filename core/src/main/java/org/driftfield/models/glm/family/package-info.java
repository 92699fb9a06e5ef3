/** What each family of responses knows: its link, likelihood, check, draws and comparison with data, in one file each. */
package org.driftfield.models.glm.family;
