/** What a good reviewer would say about a program. */
package org.driftfield.stan.review;
