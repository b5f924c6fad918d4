package dev.ringer.files;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A precompressed sibling that a file may have, such as {@code a.js.br} for {@code a.js}. If there is no sibling, this
 * object remembers the absence for a second. Without this, each request for a file without siblings would cost three
 * more calls of the file system. An existing sibling is checked for each request. Thread-safe.
 */
final class Sibling {
    private static final long ABSENCE_NANOS = 1_000_000_000L;

    final ContentCoding coding;
    final String key; // key of the sibling in the cache
    final Path path;

    private volatile boolean absent;
    private volatile long checkedAt; // value of System.nanoTime() at the last check; used only if absent is true

    Sibling(ContentCoding coding, String key, Path path) {
        this.coding = coding;
        this.key = key;
        this.path = path;
    }

    /** Whether the sibling exists. After a check that has found no sibling, does not check again for a second. */
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
