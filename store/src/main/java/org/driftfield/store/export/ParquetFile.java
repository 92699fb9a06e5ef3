package org.driftfield.store.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.driftfield.posterior.Provenance;

/**
 * A Parquet file of numbers, without compression: the small part of the format that a table of doubles needs, every column
 * required and plainly encoded. A library would do, but the ones that write bring the classes of Hadoop with them.
 */
final class ParquetFile implements AutoCloseable {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;

    /** The types and encodings of the format that are used. */
    private static final int INT32 = 1;

    private static final int DOUBLE = 5;
    private static final int REQUIRED = 0;
    private static final int PLAIN = 0;
    private static final int RLE = 3;
    private static final int UNCOMPRESSED = 0;
    private static final int DATA_PAGE = 0;

    /** Numbers of a column on one page. */
    private static final int PAGE = 1 << 17;

    /** Numbers of all columns that are held until they are written. */
    private static final long MOST_HELD = 1 << 25;

    /** A column of whole numbers or of any. */
    record Column(String name, boolean whole) {
        int bytes() {
            return whole ? Integer.BYTES : Double.BYTES;
        }
    }

    private record Chunk(long offset, long bytes) {}

    private record RowGroup(int rows, List<Chunk> chunks) {}

    private final List<Column> columns;
    private final OutputStream out;
    private final double[][] held;
    private final List<RowGroup> groups = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private int rows;
    private long written;
    private long total;

    ParquetFile(Path file, List<Column> columns) throws IOException {
        this.columns = List.copyOf(columns);
        this.out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        long most = Math.min(MOST_HELD, Draws.most());
        this.held = new double[columns.size()][(int) Math.max(1, most / columns.size())];
        write(MAGIC);
    }

    /** Adds something to be known of the whole file. */
    void note(String key, String value) {
        keys.add(key);
        values.add(value);
    }

    /** Adds a row. */
    void row(double[] numbers) throws IOException {
        for (int j = 0; j < held.length; j++) {
            held[j][rows] = numbers[j];
        }
        if (++rows == held[0].length) {
            flush();
        }
    }

    private void flush() throws IOException {
        if (rows == 0) {
            return;
        }
        List<Chunk> chunks = new ArrayList<>();
        for (int j = 0; j < held.length; j++) {
            long from = written;
            for (int at = 0; at < rows; at += PAGE) {
                page(columns.get(j), held[j], at, Math.min(rows, at + PAGE));
            }
            chunks.add(new Chunk(from, written - from));
        }
        groups.add(new RowGroup(rows, chunks));
        total += rows;
        rows = 0;
    }

    private void page(Column column, double[] numbers, int from, int to) throws IOException {
        ByteBuffer body = ByteBuffer.allocate((to - from) * column.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = from; i < to; i++) {
            if (column.whole()) {
                body.putInt((int) numbers[i]);
            } else {
                body.putDouble(numbers[i]);
            }
        }
        CompactThrift header = new CompactThrift();
        header.begin();
        header.integer(1, DATA_PAGE);
        header.integer(2, body.capacity());
        header.integer(3, body.capacity());
        header.beginStruct(5);
        header.integer(1, to - from);
        header.integer(2, PLAIN);
        header.integer(3, RLE);
        header.integer(4, RLE);
        header.end();
        header.end();
        write(header.bytes());
        write(body.array());
    }

    private void write(byte[] bytes) throws IOException {
        out.write(bytes);
        written += bytes.length;
    }

    /** Writes what is held and the description of the file, which stands at its end. */
    @Override
    public void close() throws IOException {
        try (out) {
            flush();
            byte[] footer = footer();
            write(footer);
            write(ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(footer.length)
                    .array());
            write(MAGIC);
        }
    }

    private byte[] footer() {
        CompactThrift meta = new CompactThrift();
        meta.begin();
        meta.integer(1, VERSION);
        meta.beginStructs(2, columns.size() + 1);
        meta.begin();
        meta.text(4, "draws");
        meta.integer(5, columns.size());
        meta.end();
        for (Column column : columns) {
            meta.begin();
            meta.integer(1, column.whole() ? INT32 : DOUBLE);
            meta.integer(3, REQUIRED);
            meta.text(4, column.name());
            meta.end();
        }
        meta.whole(3, total);
        meta.beginStructs(4, groups.size());
        groups.forEach(group -> describe(meta, group));
        meta.beginStructs(5, keys.size());
        for (int i = 0; i < keys.size(); i++) {
            meta.begin();
            meta.text(1, keys.get(i));
            meta.text(2, values.get(i));
            meta.end();
        }
        meta.text(6, "driftfield version " + Provenance.libraryVersion());
        meta.end();
        return meta.bytes();
    }

    private void describe(CompactThrift meta, RowGroup group) {
        meta.begin();
        meta.beginStructs(1, columns.size());
        for (int j = 0; j < columns.size(); j++) {
            Column column = columns.get(j);
            Chunk chunk = group.chunks().get(j);
            meta.begin();
            meta.whole(2, chunk.offset());
            meta.beginStruct(3);
            meta.integer(1, column.whole() ? INT32 : DOUBLE);
            meta.integers(2, PLAIN, RLE);
            meta.texts(3, column.name());
            meta.integer(4, UNCOMPRESSED);
            meta.whole(5, group.rows());
            meta.whole(6, chunk.bytes());
            meta.whole(7, chunk.bytes());
            meta.whole(9, chunk.offset());
            meta.end();
            meta.end();
        }
        meta.whole(2, group.chunks().stream().mapToLong(Chunk::bytes).sum());
        meta.whole(3, group.rows());
        meta.end();
    }
}
