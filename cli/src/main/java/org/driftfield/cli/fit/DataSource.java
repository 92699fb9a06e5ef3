package org.driftfield.cli.fit;

import java.nio.file.Path;
import org.driftfield.InputException;
import org.driftfield.data.CsvOptions;
import org.driftfield.data.Table;
import org.driftfield.engine.Crew;
import org.driftfield.store.folder.DataFile;
import org.driftfield.store.folder.FitRecord;

/** Where the data of a fit come from. */
public interface DataSource {
    /** Begins the fingerprint of rows that were read by an engine, in place of that of a file. */
    String OF_ROWS = "rows-";

    /** What they were called when the fit was asked for. */
    String given();

    /** The rows. */
    Table read(CsvOptions options);

    /** Of the content; of rows that an engine has read, {@link #OF_ROWS} and a fingerprint. */
    String sha256();

    /** The file itself, for kinds of models whose data are no table. */
    Path file();

    /** Who shares the work where the data are; null for this process alone. */
    default Crew crew() {
        return null;
    }

    /** What is recorded of the data, {@code used} of the rows having gone into the fit. */
    default FitRecord.DataUsed used(Table table, int used) {
        return DataFile.used(given(), sha256(), table, used);
    }

    /**
     * A file.
     *
     * @param given its path when the fit was asked for
     */
    static DataSource of(Path file, String given) {
        return new DataSource() {
            @Override
            public String given() {
                return given;
            }

            @Override
            public Table read(CsvOptions options) {
                return Table.read(file, options);
            }

            @Override
            public String sha256() {
                return DataFile.sha256(file);
            }

            @Override
            public Path file() {
                return file;
            }
        };
    }

    /** Rows that are here already. */
    static DataSource of(Table table) {
        return new DataSource() {
            @Override
            public String given() {
                return table.source();
            }

            @Override
            public Table read(CsvOptions options) {
                return table;
            }

            @Override
            public String sha256() {
                return "";
            }

            @Override
            public Path file() {
                throw new InputException("this kind of model takes its data from a file, got rows of a program");
            }
        };
    }
}
