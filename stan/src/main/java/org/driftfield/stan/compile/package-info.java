/**
 * Programs as bytecode. With the data known, {@code Lowering} turns the checked tree into steps over flat arrays ({@code Step}, {@code
 * Num}, {@code Idx}), loops kept as loops; {@code Emitter} writes two sweeps of them. The forward sweep computes variables and saves what
 * it overwrites; the reverse sweep goes through the steps backwards, restores, adds the terms of the log density and their derivatives.
 * Terms of the density are computed in the reverse sweep only: nothing in a program can depend on them. What is not understood is
 * {@code Unsupported}, and the program runs on the tape.
 */
package org.driftfield.stan.compile;
