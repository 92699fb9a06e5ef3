package org.driftfield.stan.library;

import java.util.List;
import org.driftfield.stan.library.function.Algebra;
import org.driftfield.stan.library.function.Constraints;
import org.driftfield.stan.library.function.Constructors;
import org.driftfield.stan.library.function.CountDensities;
import org.driftfield.stan.library.function.Covariances;
import org.driftfield.stan.library.function.Decompositions;
import org.driftfield.stan.library.function.Elementwise;
import org.driftfield.stan.library.function.MatrixDensities;
import org.driftfield.stan.library.function.Multivariate;
import org.driftfield.stan.library.function.MultivariateDraws;
import org.driftfield.stan.library.function.Operators;
import org.driftfield.stan.library.function.Ordered;
import org.driftfield.stan.library.function.Ordering;
import org.driftfield.stan.library.function.Reductions;
import org.driftfield.stan.library.function.Regressions;
import org.driftfield.stan.library.function.ScalarDensities;
import org.driftfield.stan.library.function.SimplexDensities;
import org.driftfield.stan.library.function.Slices;
import org.driftfield.stan.library.function.Sparse;
import org.driftfield.stan.library.function.SpecialFunctions;
import org.driftfield.stan.library.function.StateSpace;
import org.driftfield.stan.library.function.Vectors;

/** Where functions are written, by subject. */
final class Subjects {
    /** In the order in which their functions are tried. */
    static final List<String> ALL = List.of(
            "Operators",
            "Elementwise",
            "Reductions",
            "Constructors",
            "Slices",
            "Vectors",
            "Algebra",
            "Decompositions",
            "ScalarDensities",
            "SimplexDensities",
            "Ordered",
            "Regressions",
            "Multivariate",
            "MatrixDensities",
            "Covariances",
            "SpecialFunctions",
            "Ordering",
            "Sparse",
            "CountDensities",
            "StateSpace",
            "MultivariateDraws",
            "Constraints");

    private Subjects() {}

    /** Enters what the table wants of a subject, whose code is loaded for that. */
    static void enter(String subject, FunctionTable table) {
        switch (subject) {
            case "Operators" -> Operators.enter(table);
            case "Elementwise" -> Elementwise.enter(table);
            case "Reductions" -> Reductions.enter(table);
            case "Constructors" -> Constructors.enter(table);
            case "Slices" -> Slices.enter(table);
            case "Vectors" -> Vectors.enter(table);
            case "Algebra" -> Algebra.enter(table);
            case "Decompositions" -> Decompositions.enter(table);
            case "ScalarDensities" -> ScalarDensities.enter(table);
            case "SimplexDensities" -> SimplexDensities.enter(table);
            case "Ordered" -> Ordered.enter(table);
            case "Regressions" -> Regressions.enter(table);
            case "Multivariate" -> Multivariate.enter(table);
            case "MatrixDensities" -> MatrixDensities.enter(table);
            case "Covariances" -> Covariances.enter(table);
            case "SpecialFunctions" -> SpecialFunctions.enter(table);
            case "Ordering" -> Ordering.enter(table);
            case "Sparse" -> Sparse.enter(table);
            case "CountDensities" -> CountDensities.enter(table);
            case "StateSpace" -> StateSpace.enter(table);
            case "MultivariateDraws" -> MultivariateDraws.enter(table);
            case "Constraints" -> Constraints.enter(table);
            default -> throw new IllegalArgumentException(subject);
        }
    }
}
