/**
 * Programs in the Stan language: {@code StanProgram.read(path).with(data)} is a model like any other.
 *
 * <p>{@code lang} and {@code library} know types and functions, {@code tree} is a checked program, {@code parse} makes one of a
 * text, {@code data} fills its data block, {@code tape} runs and differentiates it.
 */
package org.driftfield.stan;
