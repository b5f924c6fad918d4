package dev.ringer.files;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a coded form of a file would lie. That nothing lies there is remembered for a second, so that files without coded
 * forms do not cost three more questions to the file system for each request; what is there is looked at each time. Safe
 * for use by several threads at once.
 */
final class Sibling {
    private static final long ABSENCE_NANOS = 1_000_000_000L;

    private final ContentCoding coding;
    private final String key;
    private final Path path;

    private volatile boolean absent;
    private volatile long lookedAt; // without meaning unless absent

    /**
     * A place beside a file.
     *
     * @param coding its name in {@code Content-Encoding}
     * @param key by which the cache would know it
     * @param path where it would lie
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

    /** Whether a file lies there, or did not a second ago. */
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
