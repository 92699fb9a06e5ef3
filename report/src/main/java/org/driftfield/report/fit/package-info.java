/** The page of a fit and of several fits side by side, from what their folders hold. */
package org.driftfield.report.fit;
