/**
 * Runs a checked program as it stands and differentiates it by a tape: every operation that depends on a parameter is
 * noted with its arguments, and the notes are read backwards. Values lie in arrays that grow once and are used again, so that
 * after the first evaluation little is allocated. An assignment to a part of a variable overwrites it in place and is undone
 * on the way back, so that every operation finds its arguments as they were.
 */
package org.driftfield.stan.tape;
