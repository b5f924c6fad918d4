package dev.ringer.files;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The place where a file may have a coded form, such as {@code a.js.br}. If the coded form does not exist, this object
 * remembers its absence for a second. Otherwise each request for a file without coded forms would cost three more file
 * system calls. If the coded form exists, each request checks it. Safe for use by several threads at once.
 */
final class Sibling {
    private static final long ABSENCE_NANOS = 1_000_000_000L;

    private final ContentCoding coding;
    private final String key;
    private final Path path;

    private volatile boolean absent;
    /** Time of the last check, as {@link System#nanoTime()}; meaningless unless {@code absent}. */
    private volatile long checkedAt;

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

    /** Whether the coded form exists. If it was absent less than a second ago, returns false without a check. */
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
