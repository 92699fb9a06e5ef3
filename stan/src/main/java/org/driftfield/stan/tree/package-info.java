/**
 * A checked program as a tree: what {@code parse} makes of a text, and what the tape runs and the compiler translates. Every name is
 * resolved to its variable or function, every expression knows its type and whether it depends on data alone.
 */
package org.driftfield.stan.tree;
