/** How well a volatility model forecasts, seen on returns that it had not. */
package org.driftfield.models.volatility.backtest;
