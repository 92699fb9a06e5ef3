package org.driftfield.data.text;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.driftfield.InputException;

/**
 * The text of a file, plain or gzipped (told by its first two bytes), in UTF-8 with or without a byte order mark. Unlike
 * the readers of the JDK it names the line of a byte that is not UTF-8, and refuses binary files.
 */
public final class Utf8Reader extends Reader {
    private static final int CHUNK = 1 << 16;

    private final String source;
    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer bytes = ByteBuffer.allocate(CHUNK).flip();
    private boolean atEnd;
    private char waiting;
    private long line = 1;

    private Utf8Reader(String source, InputStream in) {
        this.source = source;
        this.in = in;
    }

    public static Utf8Reader open(Path file, String source) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), CHUNK);
        try {
            if (startsWith(in, 0x1f, 0x8b)) {
                in = new BufferedInputStream(new GZIPInputStream(in, CHUNK), CHUNK);
            }
            if (startsWith(in, 0xef, 0xbb, 0xbf)) {
                in.skipNBytes(3);
            }
            return new Utf8Reader(source, in);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    private static boolean startsWith(InputStream in, int... magic) throws IOException {
        in.mark(magic.length);
        byte[] start = in.readNBytes(magic.length);
        in.reset();
        boolean same = start.length == magic.length;
        for (int i = 0; same && i < magic.length; i++) {
            same = (start[i] & 0xff) == magic[i];
        }
        return same;
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (waiting != 0) {
            target[offset] = waiting;
            waiting = 0;
            return 1;
        }
        CharBuffer out = CharBuffer.wrap(target, offset, length);
        while (true) {
            CoderResult result = decoder.decode(bytes, out, atEnd);
            int count = length - out.remaining();
            if (count > 0) {
                inspect(target, offset, count);
                return count;
            }
            if (result.isError()) {
                throw new InputException(source + " line " + line + ": not UTF-8 text");
            }
            if (result.isOverflow()) {
                // The one free place cannot hold the surrogate pair that comes next: its second half waits.
                char[] pair = new char[2];
                decoder.decode(bytes, CharBuffer.wrap(pair), atEnd);
                target[offset] = pair[0];
                waiting = pair[1];
                return 1;
            }
            if (atEnd) {
                return -1;
            }
            fill();
        }
    }

    private void fill() throws IOException {
        bytes.compact();
        int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
        if (read < 0) {
            atEnd = true;
        } else {
            bytes.position(bytes.position() + read);
        }
        bytes.flip();
    }

    private void inspect(char[] text, int offset, int count) {
        for (int i = offset; i < offset + count; i++) {
            char c = text[i];
            if (c <= '\n') {
                if (c == 0) {
                    throw new InputException(source + " line " + line + ": not a text file (NUL byte)");
                }
                line += c == '\n' ? 1 : 0;
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
