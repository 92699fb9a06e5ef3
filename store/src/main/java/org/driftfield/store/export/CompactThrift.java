package org.driftfield.store.export;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** Writes structures in Thrift's compact protocol, in which the descriptions in a Parquet file are. */
final class CompactThrift {
    private static final int INTEGER = 5;
    private static final int LONG = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** The number of the last field of each structure that is open, the innermost first. */
    private final Deque<Integer> last = new ArrayDeque<>();

    byte[] bytes() {
        return out.toByteArray();
    }

    /** Begins a structure that is whole by itself or an element of a list. */
    void begin() {
        last.push(0);
    }

    void end() {
        last.pop();
        out.write(0);
    }

    /** Begins a structure that is a field. */
    void beginStruct(int field) {
        field(field, STRUCT);
        begin();
    }

    /** A field that is a list of structures, which follow. */
    void beginStructs(int field, int size) {
        list(field, STRUCT, size);
    }

    void integer(int field, int value) {
        field(field, INTEGER);
        signed(value);
    }

    void whole(int field, long value) {
        field(field, LONG);
        signed(value);
    }

    void text(int field, String value) {
        field(field, BINARY);
        text(value);
    }

    void texts(int field, String... values) {
        list(field, BINARY, values.length);
        for (String value : values) {
            text(value);
        }
    }

    void integers(int field, int... values) {
        list(field, INTEGER, values.length);
        for (int value : values) {
            signed(value);
        }
    }

    private void text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        unsigned(bytes.length);
        out.writeBytes(bytes);
    }

    private void list(int field, int type, int size) {
        field(field, LIST);
        if (size < 15) {
            out.write(size << 4 | type);
        } else {
            out.write(0xF0 | type);
            unsigned(size);
        }
    }

    /** A field by its distance from the one before, which is small for all that are written here. */
    private void field(int number, int type) {
        out.write((number - last.pop()) << 4 | type);
        last.push(number);
    }

    /** Zigzag: small numbers of either sign are short. */
    private void signed(long value) {
        unsigned(value << 1 ^ value >> 63);
    }

    private void unsigned(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
