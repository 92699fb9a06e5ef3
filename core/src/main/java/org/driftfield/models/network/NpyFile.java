package org.driftfield.models.network;

import static org.driftfield.InputException.require;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.driftfield.InputException;

/** Arrays in NumPy's file format, version 1.0: a header in Python's notation, then the numbers, little-endian. */
final class NpyFile {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    private static final int ALIGNMENT = 64;
    private static final int BUFFER = 1 << 16;
    private static final Pattern HEADER = Pattern.compile(
            "\\{'descr': '(<f[48])', 'fortran_order': False, 'shape': \\((\\d+),(?: ?(\\d+))?,?\\), *\\}\\s*");

    private NpyFile() {}

    /** Writes a matrix of floats beside the file and moves it into place. */
    static void write(Path file, float[] values, int rows, int columns) {
        write(
                file,
                "<f4",
                "(" + rows + ", " + columns + ")",
                values.length,
                Float.BYTES,
                (buffer, from, count) -> buffer.asFloatBuffer().put(values, from, count));
    }

    /** Writes a vector of doubles beside the file and moves it into place. */
    static void write(Path file, double[] values) {
        write(
                file,
                "<f8",
                "(" + values.length + ",)",
                values.length,
                Double.BYTES,
                (buffer, from, count) -> buffer.asDoubleBuffer().put(values, from, count));
    }

    @FunctionalInterface
    private interface Part {
        void copy(ByteBuffer buffer, int from, int count);
    }

    private static void write(Path file, String type, String shape, int length, int bytes, Part part) {
        Path beside = file.resolveSibling(file.getFileName() + ".tmp");
        String header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
        int unpadded = MAGIC.length + 2 + header.length() + 1;
        header = header + " ".repeat((ALIGNMENT - unpadded % ALIGNMENT) % ALIGNMENT) + "\n";
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(beside), BUFFER)) {
            out.write(MAGIC);
            out.write(header.length() & 0xff);
            out.write(header.length() >>> 8);
            out.write(header.getBytes(StandardCharsets.US_ASCII));
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
            for (int from = 0; from < length; from += BUFFER / bytes) {
                int count = Math.min(BUFFER / bytes, length - from);
                part.copy(buffer, from, count);
                out.write(buffer.array(), 0, count * bytes);
            }
        } catch (IOException e) {
            throw new InputException("cannot write " + file + ": " + e.getMessage(), e);
        }
        try {
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new InputException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** Reads a matrix of floats of a known shape. */
    static float[] readFloats(Path file, int rows, int columns) {
        float[] values = new float[Math.multiplyExact(rows, columns)];
        read(
                file,
                "<f4",
                rows,
                columns,
                Float.BYTES,
                (buffer, from, count) -> buffer.asFloatBuffer().get(values, from, count));
        return values;
    }

    /** Reads a vector of doubles of a known length. */
    static double[] readDoubles(Path file, int length) {
        double[] values = new double[length];
        read(
                file,
                "<f8",
                length,
                -1,
                Double.BYTES,
                (buffer, from, count) -> buffer.asDoubleBuffer().get(values, from, count));
        return values;
    }

    private static void read(Path file, String type, int rows, int columns, int bytes, Part part) {
        try (InputStream stream = Files.newInputStream(file);
                DataInputStream in = new DataInputStream(new BufferedInputStream(stream, BUFFER))) {
            byte[] magic = in.readNBytes(MAGIC.length);
            require(java.util.Arrays.equals(magic, MAGIC), "%s is not a NumPy file of version 1.0", file);
            int size = in.readUnsignedByte() | in.readUnsignedByte() << 8;
            String header = new String(in.readNBytes(size), StandardCharsets.US_ASCII);
            Matcher matcher = HEADER.matcher(header);
            String expected = columns < 0 ? "(" + rows + ",)" : "(" + rows + ", " + columns + ")";
            require(
                    matcher.matches()
                            && matcher.group(1).equals(type)
                            && matcher.group(2).equals(Integer.toString(rows))
                            && (columns < 0
                                    ? matcher.group(3) == null
                                    : Integer.toString(columns).equals(matcher.group(3))),
                    "%s must hold %s numbers of shape %s, its header is %s",
                    file,
                    type,
                    expected,
                    header.strip());
            long length = (long) rows * Math.max(1, columns);
            byte[] array = new byte[BUFFER];
            ByteBuffer buffer = ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN);
            for (long from = 0; from < length; from += BUFFER / bytes) {
                int count = (int) Math.min(BUFFER / bytes, length - from);
                in.readFully(array, 0, count * bytes);
                part.copy(buffer, (int) from, count);
            }
            require(in.read() < 0, "%s is longer than its header says", file);
        } catch (EOFException e) {
            throw new InputException(file + " is damaged: it ends too early", e);
        } catch (IOException e) {
            throw new InputException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
