package dev.ringer.multipart;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The directory in which the forms of this process keep their files. Each parent directory in use has one such
 * directory. Only the owner may read it. The first form creates it, and the last form deletes it.
 *
 * <p>While the directory is in use, a file named {@value #LOCK} in it is locked. The operating system releases the
 * locks of a process when the process ends or crashes. So {@link LeftFiles} can distinguish leftover files from files
 * that another process uses. Thread-safe.
 */
final class ProcessDirectory {
    static final String PREFIX = "ringer-forms-";
    static final String LOCK = "lock";

    /**
     * Prefix of the names of this process's directories. {@link LeftFiles} must never open their lock files: closing
     * any channel of a file releases all locks that the process has on it (POSIX). The start time distinguishes
     * processes that have the same number, as in containers.
     */
    static final String OWN_PREFIX = PREFIX + ProcessHandle.current().pid() + "-"
            + ProcessHandle.current()
                    .info()
                    .startInstant()
                    .map(Instant::toEpochMilli)
                    .orElse(0L)
            + "-";

    private static final int ATTEMPTS = 10;
    private static final ReentrantLock GUARD = new ReentrantLock();
    private static final Map<Path, ProcessDirectory> IN_USE = new HashMap<>();

    private final Path parent;
    private final Path path;
    private final FileChannel lock;
    private final AtomicLong files = new AtomicLong();
    /** Number of forms that use the directory; guarded by {@code GUARD}. */
    private int forms;

    private ProcessDirectory(Path parent, Path path, FileChannel lock) {
        this.parent = parent;
        this.path = path;
        this.lock = lock;
    }

    /** Returns the directory in use, or creates it. The caller must later call {@link #leave()}. */
    static ProcessDirectory enter(Path parent) throws IOException {
        Path key = parent.toAbsolutePath().normalize();
        GUARD.lock();
        try {
            ProcessDirectory directory = IN_USE.get(key);
            // programs that clean up temporary directories may have deleted it
            if (directory == null || !Files.isDirectory(directory.path)) {
                directory = make(key);
                IN_USE.put(key, directory);
            }
            directory.forms++;
            return directory;
        } finally {
            GUARD.unlock();
        }
    }

    private static ProcessDirectory make(Path parent) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path path = OwnerOnly.directory(parent, OWN_PREFIX);
            FileChannel lock = lock(path.resolve(LOCK));
            if (lock != null) {
                return new ProcessDirectory(parent, path, lock);
            }
        }
        throw new IOException("no directory for the files of forms stays in " + parent);
    }

    /**
     * Locks a new directory. Returns null if another process took the directory for a leftover, and deleted it before
     * this process could lock it.
     */
    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel;
        try {
            channel = OwnerOnly.file(file);
        } catch (NoSuchFileException ignored) {
            // another process deleted the directory while it was empty
            return null;
        }
        boolean kept = false;
        try {
            kept = isLocked(channel, file);
        } finally {
            if (!kept) {
                channel.close();
            }
        }
        return kept ? channel : null;
    }

    private static boolean isLocked(FileChannel channel, Path file) throws IOException {
        try {
            return channel.tryLock() != null && Files.exists(file);
        } catch (IOException ignored) {
            // The file system has no locks. Other processes delete a directory without a lock file only if it is empty.
            Files.deleteIfExists(file);
            return true;
        }
    }

    Path parent() {
        return parent;
    }

    Path path() {
        return path;
    }

    Path newPath() {
        return path.resolve(Long.toString(files.getAndIncrement()));
    }

    /** Ends the use by a form. The last form deletes the directory. */
    void leave() throws IOException {
        GUARD.lock();
        try {
            if (--forms > 0) {
                return;
            }
            IN_USE.remove(parent, this);
            // release the lock first, because some systems cannot delete open files
            lock.close();
            Files.deleteIfExists(path.resolve(LOCK));
            delete();
        } finally {
            GUARD.unlock();
        }
    }

    private void delete() throws IOException {
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException ignored) {
            // The directory still has a file: an Error occurred between its creation and its registration. No form uses
            // the directory any more, so delete the file.
            deleteFiles(path);
            Files.deleteIfExists(path);
        }
    }

    /** Deletes the files of forms in one directory, but not its lock. */
    static void deleteFiles(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                if (!file.getFileName().toString().equals(LOCK)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
