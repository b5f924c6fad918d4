package dev.ringer.files;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Caches the attributes of recently requested files, and the content of small ones, up to a limit on the memory of the
 * cache. The cache never accesses the file system. So the caller must check whether a file has changed. Thread-safe.
 */
final class FileCache {
    /** The estimated memory, in bytes, of the objects and strings of an entry whose name is short. */
    private static final int ENTRY_COST = 1024;

    /**
     * The number of copies of its name that an entry contains, for example in paths. The limit on memory includes these
     * copies, because links can give a file very long names.
     */
    private static final int COPIES_OF_NAME = 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final LinkedHashMap<String, StoredFile> files = new LinkedHashMap<>(64, 0.75f, true);
    private final long mostBytes;
    private long bytes;

    FileCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    StoredFile get(String name) {
        lock.lock();
        try {
            return files.get(name);
        } finally {
            lock.unlock();
        }
    }

    void put(String name, StoredFile file) {
        lock.lock();
        try {
            forget(files.put(name, file));
            bytes += cost(file);
            Iterator<Map.Entry<String, StoredFile>> oldest = files.entrySet().iterator();
            while (bytes > mostBytes && oldest.hasNext()) {
                forget(oldest.next().getValue());
                oldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    void remove(String name) {
        lock.lock();
        try {
            forget(files.remove(name));
        } finally {
            lock.unlock();
        }
    }

    /** Returns the estimated memory of all entries in bytes. */
    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    private void forget(StoredFile file) {
        bytes -= file == null ? 0 : cost(file);
    }

    private static long cost(StoredFile file) {
        int content = file.bytes() == null ? 0 : file.bytes().length;
        return ENTRY_COST + (long) COPIES_OF_NAME * file.name().length() + content;
    }
}
