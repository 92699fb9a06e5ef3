/**
 * From a CSV file to a design matrix: {@link org.driftfield.data.Table} holds typed columns,
 * {@link org.driftfield.data.Formula} says what to make of them, {@link org.driftfield.data.Design} is the matrix with its
 * response, and {@link org.driftfield.data.Recipe} makes the same columns from new data.
 *
 * <pre>{@code
 * Formula formula = Formula.parse("log(wage) ~ scale(age) * C(sex)");
 * Table table = Table.read(Path.of("wages.csv"), CsvOptions.defaults().withColumnsOf(formula));
 * Design design = Design.of(formula, table, NaPolicy.DROP);
 * Recipe recipe = design.recipe();
 * Table later = Table.read(Path.of("new.csv"), recipe.csvOptions());
 * Design fresh = recipe.newRows(later, NaPolicy.DROP, UnseenPolicy.ERROR);
 * }</pre>
 */
package org.driftfield.data;
