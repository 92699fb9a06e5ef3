/** Simulation-based calibration on the command line. */
package org.driftfield.cli.calibrate;
