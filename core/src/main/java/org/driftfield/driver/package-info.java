/**
 * The one loop in which every algorithm runs: settle until a {@link org.driftfield.driver.StoppingRule} is content, freeze
 * all tuning, collect draws; record a {@link org.driftfield.driver.Trace}, tell a listener, save the {@link
 * org.driftfield.driver.State} and go on from it with the same bits.
 */
package org.driftfield.driver;
