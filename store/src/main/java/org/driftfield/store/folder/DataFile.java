package org.driftfield.store.folder;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.driftfield.data.Column;
import org.driftfield.data.Table;

/** The file that a fit takes its data from. */
public final class DataFile {
    private DataFile() {}

    /**
     * What is recorded of it.
     *
     * @param given its path as the user gave it
     * @param sha256 of its content
     * @param used how many of its rows went into the fit
     */
    public static FitRecord.DataUsed used(String given, String sha256, Table table, int used) {
        Map<String, Integer> missing = new LinkedHashMap<>();
        for (String name : table.names()) {
            Column column = table.column(name);
            int count = 0;
            for (int i = 0; i < table.rows(); i++) {
                count += column.isMissing(i) ? 1 : 0;
            }
            if (count > 0) {
                missing.put(name, count);
            }
        }
        return new FitRecord.DataUsed(given, sha256, table.rows(), used, missing);
    }

    public static String sha256(Path file) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw FileTrouble.cannot("read", file, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
