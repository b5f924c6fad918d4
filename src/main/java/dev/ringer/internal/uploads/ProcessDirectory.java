package dev.ringer.internal.uploads;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The directory in which this process stores files of its clients: those of forms, and request bodies. There is one
 * such directory in each parent directory in use. Only its owner may read it. The first upload creates the directory,
 * and the last one deletes it.
 *
 * <p>While a process uses such a directory, the process locks the file {@value #LOCK} in it. The operating system
 * releases all locks of a process that ends or crashes. So {@link LeftFiles} can distinguish leftover files from files
 * that another process still uses. Thread-safe.
 */
public final class ProcessDirectory {
    public static final String PREFIX = "ringer-forms-";
    public static final String LOCK = "lock";

    /**
     * The prefix of the names of this process's own directories. {@link LeftFiles} must never open the lock files of
     * these directories, because under POSIX, closing any channel of a file releases all locks that the process has on
     * the file. The name also contains the start time of the process, because processes in different containers may
     * have the same number.
     */
    public static final String OWN_PREFIX = PREFIX + ProcessHandle.current().pid() + "-"
            + ProcessHandle.current()
                    .info()
                    .startInstant()
                    .map(Instant::toEpochMilli)
                    .orElse(0L)
            + "-";

    private static final int ATTEMPTS = 10;
    private static final ReentrantLock GUARD = new ReentrantLock();
    private static final Map<Path, ProcessDirectory> IN_USE = new HashMap<>();
    /** The directories of this process that no form uses any more, but that could not be deleted yet. */
    private static final Set<Path> UNDELETED = new HashSet<>();

    private final Path parent;
    private final Path path;
    private final FileChannel lock;
    private final AtomicLong files = new AtomicLong();
    /** The number of forms that use this directory; guarded by {@code GUARD}. */
    private int forms;

    private ProcessDirectory(Path parent, Path path, FileChannel lock) {
        this.parent = parent;
        this.path = path;
        this.lock = lock;
    }

    /**
     * Returns the directory for this parent, and creates it if necessary. The caller must later call {@link #leave()}.
     */
    public static ProcessDirectory enter(Path parent) throws IOException {
        Path key = parent.toAbsolutePath().normalize();
        GUARD.lock();
        try {
            ProcessDirectory directory = IN_USE.get(key);
            // create the directory again if a program that cleans up temporary files has deleted it
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
            FileChannel lock = null;
            try {
                lock = lock(path.resolve(LOCK));
                if (lock != null) {
                    return new ProcessDirectory(parent, path, lock);
                }
            } finally {
                if (lock == null) { // the directory was deleted, or its lock file could not be opened
                    tryDelete(path);
                }
            }
        }
        throw new IOException(
                "Cannot create a directory for uploaded files in " + parent + ": other processes delete it at once");
    }

    /**
     * Locks a new directory, and returns the channel of its lock file; null if another process has deleted the
     * directory as a leftover before this process could lock it.
     */
    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel;
        try {
            channel = OwnerOnly.file(file);
        } catch (NoSuchFileException ignored) {
            // another process has deleted the directory, because the directory was still empty
            return null;
        }
        boolean kept = false;
        try {
            kept = isLocked(channel, file);
        } finally {
            if (!kept) {
                channel.close();
                tryDelete(file);
            }
        }
        return kept ? channel : null;
    }

    /** Deletes a file or an empty directory, if possible. */
    static void tryDelete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException ignored) {
            // keep a directory that contains files but has no lock, because another process may use it
        }
    }

    private static boolean isLocked(FileChannel channel, Path file) throws IOException {
        try {
            return channel.tryLock() != null && Files.exists(file);
        } catch (IOException ignored) {
            // The file system has no locks. Delete the lock file, because without it, other processes delete the
            // directory only if it is empty.
            Files.deleteIfExists(file);
            return true;
        }
    }

    Path parent() {
        return parent;
    }

    /** Returns the path of the directory. */
    public Path path() {
        return path;
    }

    Path newPath() {
        return path.resolve(Long.toString(files.getAndIncrement()));
    }

    /**
     * Ends the use of the directory by one form. If no other form uses the directory, deletes it. If a file in it cannot
     * be deleted yet, the directory stays, and the last form of another directory tries again, or {@link LeftFiles} in
     * another process.
     */
    public void leave() {
        GUARD.lock();
        try {
            if (--forms == 0) {
                IN_USE.remove(parent, this);
                UNDELETED.add(path);
                release();
                UNDELETED.removeIf(ProcessDirectory::tryDeleteWithFiles);
            }
        } finally {
            GUARD.unlock();
        }
    }

    private void release() {
        try {
            lock.close(); // some operating systems cannot delete open files
        } catch (IOException ignored) { // then the lock file may stay
        }
    }

    /**
     * Tries to delete a directory that this process uses no more. The lock file goes last: without it, other processes
     * do not delete the files.
     */
    private static boolean tryDeleteWithFiles(Path directory) {
        try {
            deleteFiles(directory);
            Files.deleteIfExists(directory.resolve(LOCK));
            Files.deleteIfExists(directory);
        } catch (IOException | DirectoryIteratorException ignored) {
            // A file is open, or the directory was deleted meanwhile, or is not accessible any more.
        }
        return Files.notExists(directory);
    }

    /** Deletes all files in a directory, except the lock file. */
    public static void deleteFiles(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                if (!file.getFileName().toString().equals(LOCK)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
