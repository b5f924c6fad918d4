package dev.ringer.multipart;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where the forms of this process keep their files: one directory in each parent directory in use, readable for the owner
 * only, made for the first form and deleted with the last.
 *
 * <p>In it a file named {@value #LOCK} is locked as long as the directory is in use. The system releases
 * the locks of a process that ends, even by a crash, so that {@link LeftFiles} can tell what such a process left from what
 * another one is at work on. Safe for use by several threads.
 */
final class ProcessDirectory {
    static final String PREFIX = "ringer-forms-";
    static final String LOCK = "lock";

    /**
     * Begins the names of this process's directories. They must never be opened by those who look for left files: closing
     * any channel of a file gives up all locks that the process has on it (POSIX). The time of start tells processes apart
     * that have the same number, as in containers.
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
    /** Owned by the holder of the guard. */
    private int forms;

    private ProcessDirectory(Path parent, Path path, FileChannel lock) {
        this.parent = parent;
        this.path = path;
        this.lock = lock;
    }

    /** Gives the directory in use, or makes it; {@link #leave()} is to be called in the end. */
    static ProcessDirectory enter(Path parent) throws IOException {
        Path key = parent.toAbsolutePath().normalize();
        GUARD.lock();
        try {
            ProcessDirectory directory = IN_USE.get(key);
            // programs that tidy up directories for temporary files may have taken it away
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

    /** Locks a new directory; null if another process took it for a left one before it was locked, and deleted it. */
    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel;
        try {
            channel = OwnerOnly.file(file);
        } catch (NoSuchFileException ignored) {
            // deleted while it was empty
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
            // a file system without locks: a directory without its file is never taken for a left one unless it is
            // empty
            Files.deleteIfExists(file);
            return true;
        }
    }

    /** Deletes what other processes have left in the same parent directory, if it is time to look. */
    void deleteLeftFilesBeside() {
        LeftFiles.deleteIn(parent, path);
    }

    Path newPath() {
        return path.resolve(Long.toString(files.getAndIncrement()));
    }

    /** Ends a form's use; the last one deletes the directory. */
    void leave() throws IOException {
        GUARD.lock();
        try {
            if (--forms > 0) {
                return;
            }
            IN_USE.remove(parent, this);
            // the lock goes first, since some systems delete no open files
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
            // an Error between making a file and noting it; no form is left that it could belong to
            LeftFiles.deleteFiles(path);
            Files.deleteIfExists(path);
        }
    }
}
