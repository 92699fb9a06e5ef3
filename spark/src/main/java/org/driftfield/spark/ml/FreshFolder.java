package org.driftfield.spark.ml;

import static org.driftfield.InputException.require;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.driftfield.InputException;

/**
 * A folder that is not there yet, on any file system that Hadoop knows. It is written beside its place, under a name that no other
 * run has and that readers of the folder around it pass over, and moved there when it is whole; what a failure leaves goes.
 */
final class FreshFolder implements AutoCloseable {
    private static final String TAKEN = "%s exists already; give another --out";

    private final String given;
    private final FileSystem system;
    private final Path place;
    private final Path beside;

    /** Refuses a name that is taken. */
    FreshFolder(String given, Configuration hadoop) {
        this.given = given;
        try {
            Path path = new Path(given);
            system = path.getFileSystem(hadoop);
            place = system.makeQualified(path);
            require(!system.exists(place), TAKEN, given);
            beside = new Path(place.getParent(), "." + place.getName() + ".part-" + UUID.randomUUID());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where to write. */
    String beside() {
        return beside.toString();
    }

    /** Moves what was written into its place, unless something is there by now. */
    void keep() {
        try {
            FileContext.getFileContext(system.getUri(), system.getConf()).rename(beside, place);
        } catch (FileAlreadyExistsException e) {
            throw new InputException(String.format(TAKEN, given), e);
        } catch (UnsupportedFileSystemException e) {
            // A store of objects, perhaps.
            move();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void move() {
        try {
            require(!system.exists(place), TAKEN, given);
            if (!system.rename(beside, place)) {
                throw new IOException("the file system refused to rename " + beside);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            // Nothing is there once it was moved.
            system.delete(beside, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
