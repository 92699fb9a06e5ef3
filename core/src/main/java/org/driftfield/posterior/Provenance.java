package org.driftfield.posterior;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.driftfield.kernel.Kernels;

/**
 * Where an answer came from: enough to get it again.
 *
 * @param method the algorithm
 * @param options its settings, in full
 * @param seed the seed of all random numbers
 * @param version of this library
 * @param java the Java runtime
 * @param system operating system and processor
 * @param kernels which implementation of the hot loops was used
 * @param seconds wall time
 */
public record Provenance(
        String method,
        String options,
        long seed,
        String version,
        String java,
        String system,
        String kernels,
        double seconds) {

    /** The provenance of an answer computed by this program on this machine. */
    public static Provenance here(Method method, String options, long seed, double seconds) {
        return new Provenance(
                method.word(),
                options,
                seed,
                libraryVersion(),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                kernelsHere(),
                seconds);
    }

    /** Which implementation of the hot loops runs here. */
    public static String kernelsHere() {
        return Kernels.description();
    }

    /** The version of this library. */
    public static String libraryVersion() {
        try (InputStream in = Provenance.class.getResourceAsStream("/org/driftfield/version.txt")) {
            return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
