package dev.ringer.files;

import java.util.Iterator;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Caches the attributes of recently requested files, and the content of small ones, up to a limit on the memory of the
 * cache. The cache never accesses the file system. So the caller must check whether a file has changed. Thread-safe.
 */
final class FileCache {
    /** The estimated memory, in bytes, of the objects and strings of an entry whose name is short. */
    private static final int ENTRY_COST = 1024;

    /**
     * The number of times that an entry stores the file's name, for example in paths. The limit on memory counts each
     * copy, because links can give a file very long names.
     */
    private static final int COPIES_OF_NAME = 10;

    private final LinkedHashMap<String, StoredFile> files = new LinkedHashMap<>(64, 0.75f, true);
    private final long mostBytes;
    private long bytes;

    FileCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    synchronized @Nullable StoredFile get(String name) {
        return files.get(name);
    }

    synchronized void put(StoredFile file) {
        forget(files.put(file.name(), file));
        bytes += cost(file);
        Iterator<StoredFile> oldest = files.values().iterator();
        while (bytes > mostBytes && oldest.hasNext()) {
            forget(oldest.next());
            oldest.remove();
        }
    }

    synchronized void remove(String name) {
        forget(files.remove(name));
    }

    /** Returns the estimated memory of all entries in bytes. */
    synchronized long bytes() {
        return bytes;
    }

    private void forget(@Nullable StoredFile file) {
        bytes -= file == null ? 0 : cost(file);
    }

    private static long cost(StoredFile file) {
        int content = file.bytes() == null ? 0 : file.bytes().length;
        return ENTRY_COST + (long) COPIES_OF_NAME * file.name().length() + content;
    }
}
