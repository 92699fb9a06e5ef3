/** What inference costs: JMH benchmarks, and a program that prints how the cost of a particle update grows. */
package org.driftfield.bench;
