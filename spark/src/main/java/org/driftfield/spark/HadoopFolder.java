package org.driftfield.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.driftfield.InputException;
import org.driftfield.cli.fit.Engine;

/**
 * A folder on any file system that Hadoop knows, with a copy on this machine. What changes here is brought there file by file,
 * each under another name first; {@code fit.json} last, since a folder that has one is whole.
 */
final class HadoopFolder implements Engine.Folder {
    private static final String LAST = "fit.json";

    private final String given;
    private final org.apache.hadoop.fs.Path far;
    private final FileSystem system;
    private final Path here;

    /** What the files there are: the time and size of the copy here that was brought or fetched. */
    private final Map<String, List<Long>> there = new HashMap<>();

    private HadoopFolder(String given, org.apache.hadoop.fs.Path far, FileSystem system, Path here) {
        this.given = given;
        this.far = far;
        this.system = system;
        this.here = here;
    }

    /** Fetches what the folder holds; it need not exist. */
    static HadoopFolder of(String given, Configuration hadoop) {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(given);
        try {
            Path copy = Files.createTempDirectory("driftfield-fit");
            FileSystem system = path.getFileSystem(hadoop);
            // The files of this machine, as other programs see them, have no sums beside them.
            FileSystem plain = system instanceof LocalFileSystem local ? local.getRawFileSystem() : system;
            HadoopFolder folder = new HadoopFolder(given, path, plain, copy);
            folder.fetch();
            return folder;
        } catch (IOException e) {
            throw trouble("read", given, e);
        }
    }

    private static InputException trouble(String what, String given, IOException e) {
        String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return new InputException(given + ": cannot " + what + ": " + line, e);
    }

    private void fetch() throws IOException {
        if (!system.exists(far)) {
            return;
        }
        org.apache.hadoop.fs.Path root = system.makeQualified(far);
        for (RemoteIterator<LocatedFileStatus> files = system.listFiles(root, true); files.hasNext(); ) {
            org.apache.hadoop.fs.Path file = files.next().getPath();
            String name = root.toUri().relativize(file.toUri()).getPath();
            Path to = here.resolve(name);
            Files.createDirectories(to.getParent());
            try (InputStream in = system.open(file)) {
                Files.copy(in, to);
            }
            there.put(name, state(to));
        }
    }

    private static List<Long> state(Path file) throws IOException {
        return List.of(Files.getLastModifiedTime(file).to(java.util.concurrent.TimeUnit.NANOSECONDS), Files.size(file));
    }

    @Override
    public String given() {
        return given;
    }

    @Override
    public Path here() {
        return here;
    }

    @Override
    public void publish() {
        try {
            Map<String, List<Long>> now = new HashMap<>();
            try (Stream<Path> files = Files.walk(here)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    now.put(here.relativize(file).toString().replace('\\', '/'), state(file));
                }
            }
            List<String> names = new ArrayList<>(now.keySet());
            names.removeIf(name -> now.get(name).equals(there.get(name)));
            // What is replaced is no longer whole until the last file is there.
            if (names.contains(LAST) && there.remove(LAST) != null) {
                system.delete(inside(LAST), false);
            }
            names.sort(Comparator.comparing(LAST::equals));
            for (String name : names) {
                bring(name);
                there.put(name, now.get(name));
            }
            for (String gone : there.keySet().stream()
                    .filter(name -> !now.containsKey(name))
                    .toList()) {
                system.delete(inside(gone), false);
                there.remove(gone);
            }
        } catch (IOException e) {
            throw trouble("write", given, e);
        }
    }

    private void bring(String name) throws IOException {
        org.apache.hadoop.fs.Path beside = inside(name + ".part");
        try (OutputStream out = system.create(beside, true)) {
            Files.copy(here.resolve(name), out);
        }
        replace(inside(name), beside);
    }

    /** Puts a file into the place of another, which is never missing where the file system can do that. */
    private void replace(org.apache.hadoop.fs.Path old, org.apache.hadoop.fs.Path fresh) throws IOException {
        if (!(system instanceof RawLocalFileSystem)) {
            try {
                FileContext.getFileContext(system.getUri(), system.getConf())
                        .rename(fresh, old, Options.Rename.OVERWRITE);
                return;
            } catch (UnsupportedFileSystemException e) {
                // A store of objects, perhaps.
                system.delete(old, false);
            }
        }
        if (!system.rename(fresh, old)) {
            throw new IOException("the file system refused to rename " + fresh);
        }
    }

    private org.apache.hadoop.fs.Path inside(String name) {
        return new org.apache.hadoop.fs.Path(far, name);
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(here)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            here.toFile().deleteOnExit();
        }
    }
}
