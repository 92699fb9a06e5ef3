package org.driftfield.models.glm;

import java.util.Locale;
import org.driftfield.meanfield.PmfvbOptions;

/**
 * The settings of a mean field for data so large that the usual ones would take too long.
 *
 * @param options the settings
 * @param note what was decided and why, for the user; empty when the usual settings will do
 */
public record LargeData(PmfvbOptions options, String note) {
    /** Rows times columns times particles above which a sweep takes so long that fewer particles are the better choice. */
    private static final double LARGE = 2e9;

    private static final int FEWEST_PARTICLES = 64;
    private static final int SHORT_WINDOW = 20;

    /**
     * The settings for a model.
     *
     * @param usual those for data of a common size
     * @param window the stopping window that was asked for; 0 for none
     */
    public static LargeData of(GlmModel model, PmfvbOptions usual, int window) {
        double cells = (double) model.observations() * model.parameters().size();
        // The rows of a normal response are summed up once and for all.
        if (model.family().hasScale() || cells * usual.particles() <= LARGE) {
            return new LargeData(usual, "");
        }
        int particles = Math.max(FEWEST_PARTICLES, (int) (LARGE / cells));
        int shorter = window == 0 ? SHORT_WINDOW : window;
        return new LargeData(
                usual.withParticles(particles).withStopping(shorter, usual.tolerance(), usual.maximum()),
                String.format(
                        Locale.ROOT,
                        "%d particles in place of %d and a stopping window of %d, since the data are large;"
                                + " --particles and --window decide otherwise",
                        particles,
                        usual.particles(),
                        shorter));
    }
}
