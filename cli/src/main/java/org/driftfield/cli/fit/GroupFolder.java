package org.driftfield.cli.fit;

import static org.driftfield.InputException.require;

import java.nio.file.Files;
import java.util.stream.Stream;
import org.driftfield.store.folder.FitFolder;

/** What a folder of the fits of groups holds. */
public final class GroupFolder {
    /** The table of all fits. */
    public static final String TABLE = "groups.csv";

    /** The table while it is written. */
    public static final String PART = TABLE + ".part";

    /** The draws, where they are kept. */
    public static final String DRAWS = "draws.parquet";

    private GroupFolder() {}

    /**
     * Refuses a folder that holds something which a new fit would replace.
     *
     * @param groups whether it is to hold fits of groups
     */
    public static void requireFree(Engine.Folder folder, boolean groups, boolean overwrite) {
        if (groups && Stream.of(TABLE, PART, DRAWS).map(folder.here()::resolve).anyMatch(Files::exists)) {
            require(
                    overwrite,
                    "%s holds fits of groups already; give another folder with --out, or --overwrite to replace them",
                    folder.given());
        } else {
            new FitFolder(folder.here(), folder.given()).requireFree(overwrite);
        }
    }
}
