package org.driftfield.stan.parse;

import org.driftfield.stan.tree.Function;

/** Where in a program something stands, and what may be done there. */
enum Place {
    DATA("the data block"),
    TRANSFORMED_DATA("transformed data"),
    PARAMETERS("the parameters block"),
    TRANSFORMED_PARAMETERS("transformed parameters"),
    MODEL("the model block"),
    GENERATED_QUANTITIES("generated quantities"),
    PLAIN_FUNCTION("a function"),
    DENSITY_FUNCTION("a density function"),
    TARGET_FUNCTION("a function that ends in _lp"),
    JACOBIAN_FUNCTION("a function that ends in _jacobian"),
    RANDOM_FUNCTION("a function that ends in _rng");

    final String word;

    Place(String word) {
        this.word = word;
    }

    static Place of(Function.Kind kind) {
        return switch (kind) {
            case PLAIN -> PLAIN_FUNCTION;
            case DENSITY -> DENSITY_FUNCTION;
            case TARGET -> TARGET_FUNCTION;
            case JACOBIAN -> JACOBIAN_FUNCTION;
            case RANDOM -> RANDOM_FUNCTION;
        };
    }

    boolean draws() {
        return this == TRANSFORMED_DATA || this == GENERATED_QUANTITIES || this == RANDOM_FUNCTION;
    }

    boolean changesTarget() {
        return this == MODEL || this == TARGET_FUNCTION;
    }

    boolean readsTarget() {
        return changesTarget() || this == TRANSFORMED_PARAMETERS;
    }

    boolean changesJacobian() {
        return this == TRANSFORMED_PARAMETERS || this == JACOBIAN_FUNCTION;
    }

    boolean dropsConstants() {
        return changesTarget() || this == DENSITY_FUNCTION;
    }

    boolean inFunction() {
        return compareTo(PLAIN_FUNCTION) >= 0;
    }
}
