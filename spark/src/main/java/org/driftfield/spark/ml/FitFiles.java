package org.driftfield.spark.ml;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.driftfield.InputException;
import org.driftfield.store.Fit;
import scala.reflect.ClassTag$;

/**
 * The files of a fit folder as a value that goes to executors, and to any file system that Hadoop knows. Each virtual machine
 * opens it once.
 *
 * @param id the same for copies of the same files
 */
record FitFiles(String id, TreeMap<String, byte[]> files) implements Serializable {
    private static final ConcurrentHashMap<String, Fit> OPEN = new ConcurrentHashMap<>();

    /** The files of a folder of this machine. */
    static FitFiles of(Path folder) {
        TreeMap<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> inside = Files.list(folder)) {
            for (Path file : inside.filter(Files::isRegularFile).toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new FitFiles(UUID.randomUUID().toString(), files);
    }

    /** The files of a folder anywhere. */
    static FitFiles read(String folder, Configuration hadoop) {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder);
        TreeMap<String, byte[]> files = new TreeMap<>();
        try {
            FileSystem system = path.getFileSystem(hadoop);
            InputException.require(system.exists(path), "%s: no such fit", folder);
            for (FileStatus status : system.listStatus(path)) {
                if (status.isFile()) {
                    try (FSDataInputStream in = system.open(status.getPath())) {
                        files.put(status.getPath().getName(), in.readAllBytes());
                    }
                }
            }
        } catch (IOException e) {
            throw new InputException(folder + " cannot be read: " + e.getMessage(), e);
        }
        return new FitFiles(UUID.randomUUID().toString(), files);
    }

    /** Writes them to a folder anywhere. */
    void write(String folder, Configuration hadoop) {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder);
        try {
            FileSystem system = path.getFileSystem(hadoop);
            system.mkdirs(path);
            for (String name : files.keySet()) {
                try (OutputStream out = system.create(new org.apache.hadoop.fs.Path(path, name), true)) {
                    out.write(files.get(name));
                }
            }
        } catch (IOException e) {
            throw new InputException(folder + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** Brings them to each executor, once. */
    Broadcast<FitFiles> shipped(SparkSession spark) {
        return spark.sparkContext().broadcast(this, ClassTag$.MODULE$.apply(FitFiles.class));
    }

    /** The fit, opened on this machine. */
    Fit fit() {
        return OPEN.computeIfAbsent(id, key -> Fit.load(unpacked()));
    }

    private Path unpacked() {
        try {
            Path folder = Files.createTempDirectory("driftfield-fit");
            List<Path> all = new ArrayList<>(List.of(folder));
            for (String name : files.keySet()) {
                Path file = folder.resolve(name);
                Files.write(file, files.get(name));
                all.add(file);
            }
            all.forEach(file -> file.toFile().deleteOnExit());
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a folder of this machine that was written on the way. */
    static void delete(Path folder) {
        try (Stream<Path> inside = Files.walk(folder)) {
            for (Path file : inside.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }
}
