/**
 * From the text of a program to its tree: {@code Lexer} makes words, {@code Parser} a {@code Syntax} without types, {@code Checker} the
 * checked tree. {@link org.driftfield.stan.parse.Programs} is the door.
 */
package org.driftfield.stan.parse;
