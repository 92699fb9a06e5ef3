/**
 * {@code driftfield reproduce}: the experiments of Tran, Tseng and Kohn, each as one command that ends in a page.
 *
 * <p>An {@link org.driftfield.cli.reproduce.Experiment} makes or reads its data, knows its methods and what the paper
 * reports of them; {@link org.driftfield.cli.reproduce.Reproduction} runs every method on every replicate, keeps what is
 * finished in a {@link org.driftfield.cli.reproduce.ResultFolder}, and writes {@link org.driftfield.cli.reproduce.ResultTable}
 * and page.
 */
package org.driftfield.cli.reproduce;
