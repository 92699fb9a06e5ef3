package org.driftfield.driver;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.driftfield.InputException;

/**
 * A run saved in a file: a line that says what it is, then named arrays of doubles and of floats, then a checksum. It is written beside
 * and moved into place, so that a crash while writing leaves the previous one.
 */
record Checkpoint(String fingerprint, String reason, State state) {
    private static final String MAGIC = "driftfield checkpoint 2";
    private static final int BUFFER = 1 << 16;

    static void write(Path file, String fingerprint, String reason, State state) {
        Path beside = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            if (file.getParent() != null) {
                Files.createDirectories(file.getParent());
            }
            CRC32 sum = new CRC32();
            try (DataOutputStream out = new DataOutputStream(
                    new CheckedOutputStream(new BufferedOutputStream(Files.newOutputStream(beside), BUFFER), sum))) {
                out.writeUTF(MAGIC);
                out.writeUTF(fingerprint);
                out.writeUTF(reason);
                out.writeInt(state.arrays().size());
                byte[] buffer = new byte[BUFFER];
                for (Map.Entry<String, double[]> entry : state.arrays().entrySet()) {
                    out.writeUTF(entry.getKey());
                    out.writeInt(entry.getValue().length);
                    write(out, entry.getValue(), buffer);
                }
                out.writeInt(state.floats().size());
                for (Map.Entry<String, float[]> entry : state.floats().entrySet()) {
                    out.writeUTF(entry.getKey());
                    out.writeInt(entry.getValue().length);
                    write(out, entry.getValue(), buffer);
                }
                out.writeLong(sum.getValue());
            }
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new InputException("cannot save the run to " + file + ": " + reasonOf(e), e);
        }
    }

    private static void write(DataOutputStream out, double[] values, byte[] buffer) throws IOException {
        int each = BUFFER / Double.BYTES;
        for (int from = 0; from < values.length; from += each) {
            int count = Math.min(each, values.length - from);
            ByteBuffer.wrap(buffer).asDoubleBuffer().put(values, from, count);
            out.write(buffer, 0, count * Double.BYTES);
        }
    }

    private static void write(DataOutputStream out, float[] values, byte[] buffer) throws IOException {
        int each = BUFFER / Float.BYTES;
        for (int from = 0; from < values.length; from += each) {
            int count = Math.min(each, values.length - from);
            ByteBuffer.wrap(buffer).asFloatBuffer().put(values, from, count);
            out.write(buffer, 0, count * Float.BYTES);
        }
    }

    static Checkpoint read(Path file) {
        CRC32 sum = new CRC32();
        try (DataInputStream in = new DataInputStream(
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER), sum))) {
            long size = Files.size(file);
            if (size < MAGIC.length() || !in.readUTF().equals(MAGIC)) {
                throw new InputException(file + " is not a checkpoint that this version reads (" + MAGIC + ")");
            }
            String fingerprint = in.readUTF();
            String reason = in.readUTF();
            State state = new State();
            int arrays = in.readInt();
            byte[] buffer = new byte[BUFFER];
            for (int a = 0; a < arrays; a++) {
                String name = in.readUTF();
                state.put(name, read(in, length(in, Double.BYTES, file, size), buffer));
            }
            int floats = in.readInt();
            for (int a = 0; a < floats; a++) {
                String name = in.readUTF();
                state.putFloats(name, readFloats(in, length(in, Float.BYTES, file, size), buffer));
            }
            long expected = sum.getValue();
            if (in.readLong() != expected) {
                throw new InputException(file + " is damaged: its checksum does not agree with its content");
            }
            return new Checkpoint(fingerprint, reason, state);
        } catch (IOException e) {
            throw new InputException("cannot read the checkpoint " + file + ": " + reasonOf(e), e);
        }
    }

    private static int length(DataInputStream in, int bytes, Path file, long size) throws IOException {
        int length = in.readInt();
        if (length < 0 || (long) length * bytes > size) {
            throw new InputException(file + " is damaged: an array longer than the file");
        }
        return length;
    }

    private static float[] readFloats(DataInputStream in, int length, byte[] buffer) throws IOException {
        float[] values = new float[length];
        int each = BUFFER / Float.BYTES;
        for (int from = 0; from < length; from += each) {
            int count = Math.min(each, length - from);
            in.readFully(buffer, 0, count * Float.BYTES);
            ByteBuffer.wrap(buffer).asFloatBuffer().get(values, from, count);
        }
        return values;
    }

    private static double[] read(DataInputStream in, int length, byte[] buffer) throws IOException {
        double[] values = new double[length];
        int each = BUFFER / Double.BYTES;
        for (int from = 0; from < length; from += each) {
            int count = Math.min(each, length - from);
            in.readFully(buffer, 0, count * Double.BYTES);
            ByteBuffer.wrap(buffer).asDoubleBuffer().get(values, from, count);
        }
        return values;
    }

    private static String reasonOf(IOException e) {
        return e instanceof java.io.EOFException ? "it ends too early" : String.valueOf(e.getMessage());
    }
}
