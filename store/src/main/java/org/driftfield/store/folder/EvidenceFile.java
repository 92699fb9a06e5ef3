package org.driftfield.store.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.driftfield.InputException;
import org.driftfield.assessment.Evidence;

/** {@code evidence.json}: the log evidence of a fit's model, where it was asked for. */
public final class EvidenceFile {
    public static final String NAME = "evidence.json";

    private EvidenceFile() {}

    /** The evidence that a fit folder holds. */
    public static Optional<Evidence> read(Path folder) {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.MAPPER.readValue(file.toFile(), Evidence.class));
        } catch (IOException e) {
            throw new InputException(file + " is damaged: it is not the JSON of an evidence", e);
        }
    }

    /** Writes it. */
    public static void write(Path file, Evidence evidence) throws IOException {
        Json.MAPPER.writeValue(file.toFile(), evidence);
    }
}
