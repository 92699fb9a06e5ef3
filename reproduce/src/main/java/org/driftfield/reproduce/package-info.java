/**
 * The experiments of Tran, Tseng and Kohn, each ending in a page; {@link org.driftfield.reproduce.Reproduce} is the way in.
 *
 * <p>An {@link org.driftfield.reproduce.Experiment} makes or reads its data, knows its methods and what the paper
 * reports of them; {@link org.driftfield.reproduce.Reproduction} runs every method on every replicate, keeps what is
 * finished in a {@link org.driftfield.reproduce.ResultFolder}, and writes {@link org.driftfield.reproduce.ResultTable}
 * and page.
 */
package org.driftfield.reproduce;
