package org.driftfield.models.network.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** How many particles move in the course of a run. */
class GrowthTest {
    private static final int END = 1000;

    @Test
    void growsFromFewToAll() {
        Growth growth = new Growth(50, 4, 12, 0.7);
        assertThat(growth.moving(1, END)).isEqualTo(4);
        assertThat(growth.moving(700, END)).isEqualTo(12);
        assertThat(growth.moving(701, END)).isEqualTo(50);
        for (int iteration = 2; iteration <= END; iteration++) {
            assertThat(growth.moving(iteration, END)).isGreaterThanOrEqualTo(growth.moving(iteration - 1, END));
        }
    }

    @Test
    void countsItsMoves() {
        // Numbers of particles are rounded, by a half at the most, and over a run up about as often as down.
        for (Growth growth : new Growth[] {new Growth(50, 4, 12, 0.7), new Growth(10, 3, 5, 0.7), Growth.none(7)}) {
            double moves = 0;
            for (int iteration = 1; iteration <= END; iteration++) {
                moves += growth.moving(iteration, END);
                assertThat(growth.moves(iteration, END)).isCloseTo(moves, within(0.5 * iteration));
            }
            assertThat(growth.moves(END, END)).isCloseTo(moves, within(0.02 * moves));
        }
    }

    @Test
    void smallGroupsHaveNoMoreMoversThanParticles() {
        Growth growth = new Growth(3, 4, 12, 0.7);
        assertThat(growth.moving(1, END)).isEqualTo(3);
        assertThat(growth.moves(END, END)).isCloseTo(3.0 * END, within(1e-9));
    }

    @Test
    void noMoreMoveThanCoverTheRowsAtFirst() {
        CloudRecipe.Standard recipe = NetworkRecipe.standard().withBatch(96);
        assertThat(recipe.growth(Task.REGRESSION, 400, 50)).isEqualTo(new Growth(50, 3, 5, 0.7));
        assertThat(recipe.growth(Task.REGRESSION, 100, 50)).isEqualTo(new Growth(50, 2, 2, 0.7));
        assertThat(recipe.growth(Task.REGRESSION, 5000, 50)).isEqualTo(new Growth(50, 4, 12, 0.7));
    }

    /** As many as were asked for find the way, twice as many near its end, all come apart. */
    @Test
    void asManyMoveAsWereAskedFor() {
        CloudRecipe.Standard recipe = NetworkRecipe.standard().withMoving(1).completed(20_000, 1000, 50);
        Growth growth = recipe.growth(Task.REGRESSION, 20_000, 50);
        assertThat(growth.moving(1, 1000)).isEqualTo(1);
        assertThat(growth.moving(849, 1000)).isEqualTo(2);
        assertThat(growth.moving(851, 1000)).isEqualTo(50);
    }
}
