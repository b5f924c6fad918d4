package dev.ringer.files;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The place of a coded form of a file. If no such form exists, this object remembers that for a second. So files
 * without coded forms do not cost three more file system calls for each request. A form that exists is checked each
 * time. Safe for use by several threads at once.
 */
final class Sibling {
    private static final long ABSENCE_NANOS = 1_000_000_000L;

    private final ContentCoding coding;
    private final String key;
    private final Path path;

    private volatile boolean absent;
    private volatile long lookedAt; // in nanoTime's terms; meaningless unless absent

    /**
     * Creates a place beside a file.
     *
     * @param coding the coding of the form, as {@code Content-Encoding} names it
     * @param key the key of the form in the cache
     * @param path the path of the form, which need not exist
     */
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

    /** Whether the coded form exists. If it was absent less than a second ago, the method does not check again. */
    boolean isThere() {
        if (absent && System.nanoTime() - lookedAt < ABSENCE_NANOS) {
            return false;
        }
        boolean there = Files.isRegularFile(path);
        lookedAt = System.nanoTime();
        absent = !there;
        return there;
    }
}
