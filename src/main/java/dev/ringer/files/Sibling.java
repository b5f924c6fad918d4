package dev.ringer.files;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The place of a precompressed sibling, such as {@code a.js.br} for {@code a.js}. If there is no such file, this object
 * remembers the absence for a second. Otherwise each request for a file without siblings would cost three more calls of
 * the file system. If the sibling exists, each request checks it. Thread-safe.
 */
final class Sibling {
    private static final long ABSENCE_NANOS = 1_000_000_000L;

    private final ContentCoding coding;
    private final String key; // key of the sibling in the cache
    private final Path path;

    private volatile boolean absent;
    private volatile long checkedAt; // value of System.nanoTime() at the last check; used only if absent is true

    Sibling(ContentCoding coding, String key, Path path) {
        this.coding = coding;
        this.key = key;
        this.path = path;
    }

    ContentCoding coding() {
        return coding;
    }

    String key() {
        return key;
    }

    Path path() {
        return path;
    }

    /** Whether the sibling exists. Does not check again within a second after a check that has found no sibling. */
    boolean isThere() {
        if (absent && System.nanoTime() - checkedAt < ABSENCE_NANOS) {
            return false;
        }
        boolean there = Files.isRegularFile(path);
        checkedAt = System.nanoTime();
        absent = !there;
        return there;
    }
}
