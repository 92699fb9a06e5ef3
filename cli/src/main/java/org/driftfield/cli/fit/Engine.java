package org.driftfield.cli.fit;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.driftfield.InputException;
import org.driftfield.data.UnseenPolicy;

/** Something other than this process that holds the rows of a fit and computes on them. */
public interface Engine extends AutoCloseable {
    /** The data of a name: a file, a folder of files or a table, as the engine knows them. */
    DataSource source(String given);

    /** The folder of a name, anywhere that the engine can write. */
    Folder folder(String given);

    /** A folder for what is written, with a copy on this machine if it is elsewhere. */
    interface Folder extends AutoCloseable {
        /** What it is called. */
        String given();

        /** The folder on this machine. */
        Path here();

        /** Brings what was written here to where the folder is. */
        void publish();

        /** Ends the work with it; a copy is removed. */
        @Override
        void close();

        /** One of this machine. */
        static Folder here(Path path) {
            return new Folder() {
                @Override
                public String given() {
                    return path.toString();
                }

                @Override
                public Path here() {
                    return path;
                }

                @Override
                public void publish() {}

                @Override
                public void close() {}
            };
        }
    }

    /** Fits each group of rows by itself and writes a table of all; says in words what came of it. */
    String groups(Groups question);

    /**
     * What is asked of groups.
     *
     * @param by the columns that tell them apart
     * @param kind of model: the word after {@code driftfield fit}
     * @param arguments its options, but those of data and output
     * @param keepDraws whether the draws are written too
     * @param out the folder to write
     * @param overwrite whether what it holds may be replaced
     * @param watch is told how far it is
     */
    record Groups(
            String data,
            List<String> by,
            String kind,
            List<String> arguments,
            boolean keepDraws,
            Folder out,
            boolean overwrite,
            Watch watch) {}

    /** Is told how far the fits of groups are. */
    @FunctionalInterface
    interface Watch {
        /**
         * Some are made.
         *
         * @param groups how many
         * @param of so many
         * @param share of all the work, from 0 to 1
         */
        void made(int groups, int of, double share);
    }

    /** Writes rows with what a fit says of them; says in words what was done. */
    String predict(NewRows question);

    /**
     * Rows that are to be predicted.
     *
     * @param fit the folder of the fit
     * @param data the rows
     * @param out what to write
     * @param unseen what to do with a category that the fit has not seen
     * @param seed of the random numbers of new observations
     */
    record NewRows(Folder fit, String data, String out, UnseenPolicy unseen, long seed) {}

    /** What is to be said of the work so far, in words. */
    String work();

    @Override
    void close();

    /**
     * Where and how an engine runs.
     *
     * @param master the cluster; null for the one that is there, or this machine
     * @param partitions how many parts the rows are cut in; 0 for as many as suit the cluster
     * @param orderBy the columns that give the rows their order; empty for that in which they are stored
     */
    record Place(String master, int partitions, List<String> orderBy) {}

    /** Makes engines of a name; found by the class path. */
    interface Provider {
        /** The word after {@code --engine}. */
        String name();

        Engine open(Place place);
    }

    /** Starts the engine of a name. */
    static Engine open(String name, Place place) {
        return ServiceLoader.load(Provider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException("--engine " + name + " is not on the class path: start"
                        + " ./driftfield, which finds it, or hand driftfield-spark.jar to spark-submit"))
                .open(place);
    }
}
