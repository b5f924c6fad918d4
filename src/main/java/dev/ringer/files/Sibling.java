package dev.ringer.files;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * A precompressed sibling that a file may have, such as {@code a.js.br} for {@code a.js}. A sibling that is empty or
 * older than the file has another content, and counts as absent. This object remembers an absence for a second. Without this, each request for a file without siblings would cost three
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

    /**
     * Returns the attributes of the sibling; null if there is none that can have the content of the file. After a check
     * that has found none, does not check again for a second.
     *
     * @param modified the time of the file's last change
     */
    @Nullable
    BasicFileAttributes attributesFor(FileTime modified) {
        if (absent && System.nanoTime() - checkedAt < ABSENCE_NANOS) {
            return null;
        }
        BasicFileAttributes attributes = attributes();
        boolean there = attributes != null
                && attributes.isRegularFile()
                && attributes.size() > 0
                && !isOlder(attributes.lastModifiedTime(), modified);
        checkedAt = System.nanoTime();
        absent = !there;
        return there ? attributes : null;
    }

    /**
     * Compares whole seconds, because compressors such as brotli give the copy the time of the file without the
     * fraction.
     */
    private static boolean isOlder(FileTime copy, FileTime file) {
        return copy.toInstant().getEpochSecond() < file.toInstant().getEpochSecond();
    }

    private @Nullable BasicFileAttributes attributes() {
        try {
            return FileTree.attributes(path);
        } catch (IOException unreadable) {
            return null; // the file itself is there
        }
    }
}
