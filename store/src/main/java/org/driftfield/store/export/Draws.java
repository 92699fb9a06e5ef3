package org.driftfield.store.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.driftfield.model.Variable;
import org.driftfield.store.Fit;
import org.driftfield.store.folder.DrawsFile;
import org.driftfield.store.folder.FitRecord;

/**
 * The draws of a fit, wherever they are needed: in memory if they take a small part of it, else in a temporary file of which
 * only pieces are in memory at a time.
 */
final class Draws implements AutoCloseable {
    /** The part of the memory that draws, or pieces of them, may take. */
    private static final int SHARE = 16;

    private final FitRecord.Layout layout;
    private final List<Variable> variables;
    private final int width;
    private final double[] memory;
    private final FileChannel file;

    /** Some columns beside each other, in the order of the draws. */
    private double[] block = {};

    private int blockFrom;
    private int blockTo;

    private Draws(FitRecord.Layout layout, double[] memory, FileChannel file) {
        this.layout = layout;
        this.variables = layout.toVariables();
        this.width = variables.stream().mapToInt(Variable::size).sum();
        this.memory = memory;
        this.file = file;
    }

    static Draws of(Fit fit) throws IOException {
        FitRecord.Layout layout = fit.record().draws();
        Path from = fit.folder().resolve(layout.file());
        long numbers = (long) layout.snapshots()
                * layout.units()
                * layout.elementNames().size();
        if (numbers <= most()) {
            return new Draws(layout, DrawsFile.read(from, layout), null);
        }
        Path beside = Files.createTempFile("driftfield-draws", ".bin");
        try (OutputStream out = Files.newOutputStream(beside)) {
            ByteBuffer row = ByteBuffer.allocate(layout.elementNames().size() * Double.BYTES);
            DrawsFile.forEach(from, layout, (i, values) -> {
                row.clear().asDoubleBuffer().put(values);
                out.write(row.array());
            });
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(beside);
            throw e;
        }
        return new Draws(
                layout, null, FileChannel.open(beside, StandardOpenOption.READ, StandardOpenOption.DELETE_ON_CLOSE));
    }

    /** How many numbers may be in memory at a time. */
    static long most() {
        return Runtime.getRuntime().maxMemory() / SHARE / Double.BYTES;
    }

    List<Variable> variables() {
        return variables;
    }

    FitRecord.Layout layout() {
        return layout;
    }

    int size() {
        return layout.snapshots() * layout.units();
    }

    /** How many numbers a draw has. */
    int width() {
        return width;
    }

    /** The elements {@code from} to {@code to} of a draw. */
    void row(int draw, int from, int to, double[] out) throws IOException {
        if (memory != null) {
            System.arraycopy(memory, draw * width + from, out, 0, to - from);
            return;
        }
        ByteBuffer bytes = ByteBuffer.allocate((to - from) * Double.BYTES);
        long at = ((long) draw * width + from) * Double.BYTES;
        while (bytes.hasRemaining()) {
            if (file.read(bytes, at + bytes.position()) < 0) {
                throw new IOException("the temporary file of the draws has been cut");
            }
        }
        bytes.flip().asDoubleBuffer().get(out, 0, to - from);
    }

    /** One element of one draw; elements beside each other are read together. */
    double get(int draw, int element) throws IOException {
        if (memory != null) {
            return memory[draw * width + element];
        }
        if (element < blockFrom || element >= blockTo) {
            load(element);
        }
        return block[draw * (blockTo - blockFrom) + element - blockFrom];
    }

    private void load(int element) throws IOException {
        blockFrom = element;
        blockTo = (int) Math.min(width, element + Math.max(1, most() / size()));
        int columns = blockTo - blockFrom;
        block = new double[size() * columns];
        double[] part = new double[columns];
        for (int i = 0; i < size(); i++) {
            row(i, blockFrom, blockTo, part);
            System.arraycopy(part, 0, block, i * columns, columns);
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
