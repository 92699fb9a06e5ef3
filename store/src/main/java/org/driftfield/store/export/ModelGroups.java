package org.driftfield.store.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.driftfield.InputException;
import org.driftfield.model.Variable;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.DataFile;
import org.driftfield.store.glm.GlmDetails;
import org.driftfield.store.stan.StanDetails;
import org.driftfield.store.volatility.SvDetails;

/** The groups that only the kind of model can fill: what was observed, how likely it is and what could have been. */
interface ModelGroups {
    /** Whether a variable stands among the posterior, rather than in a group of its own. */
    default boolean isPosterior(Variable variable) {
        return true;
    }

    /** Writes the groups. */
    void write(ZarrGroup root, Map<String, ?> attributes, Draws draws, Chains chains) throws IOException;

    /** What is left out and why, a sentence each. */
    default List<String> remarks() {
        return List.of();
    }

    /**
     * Those of a fit.
     *
     * @param given where the data of the fit are now; where they were if it is empty
     */
    static ModelGroups of(Fit fit, Optional<Path> given) {
        return switch (fit.record().asked().model()) {
            case GlmDetails.MODEL -> GlmGroups.of(fit, data(fit, given));
            case StanDetails.MODEL -> StanGroups.of(fit, data(fit, given));
            case SvDetails.MODEL -> new SeriesGroups(fit);
            default -> new NoGroups(List.of());
        };
    }

    /** The data of a fit if they are there and as they were; a file that the user names must be that. */
    private static Optional<Path> data(Fit fit, Optional<Path> given) {
        Path file = given.orElse(Path.of(fit.record().data().file()));
        boolean same = Files.isRegularFile(file)
                && DataFile.sha256(file).equals(fit.record().data().sha256());
        if (given.isPresent() && !same) {
            throw new InputException("--data " + file + " is not what " + fit.folder()
                    + " was fitted to: expected a file with the SHA-256 "
                    + fit.record().data().sha256());
        }
        return same ? Optional.of(file) : Optional.empty();
    }

    /** Where there is nothing beyond the draws. */
    record NoGroups(List<String> remarks) implements ModelGroups {
        static NoGroups withoutData(Fit fit) {
            return new NoGroups(
                    List.of("The data of the fit, " + fit.record().data().file()
                            + ", are not there or have changed: log_likelihood, posterior_predictive and observed_data are left"
                            + " out; --data says where they are now."));
        }

        @Override
        public void write(ZarrGroup root, Map<String, ?> attributes, Draws draws, Chains chains) {}
    }
}
