package org.driftfield.stan.parse;

import java.util.Set;

/** Names that mean something to the language itself. */
final class Reserved {
    static final Set<String> WORDS = Set.of(
            "for",
            "in",
            "while",
            "if",
            "else",
            "return",
            "break",
            "continue",
            "void",
            "int",
            "real",
            "vector",
            "row_vector",
            "matrix",
            "complex",
            "complex_vector",
            "complex_row_vector",
            "complex_matrix",
            "simplex",
            "unit_vector",
            "ordered",
            "positive_ordered",
            "corr_matrix",
            "cov_matrix",
            "cholesky_factor_corr",
            "cholesky_factor_cov",
            "sum_to_zero_vector",
            "sum_to_zero_matrix",
            "row_stochastic_matrix",
            "column_stochastic_matrix",
            "true",
            "false",
            "repeat",
            "until",
            "then");

    private Reserved() {}
}
