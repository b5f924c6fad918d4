package dev.ringer.internal.uploads;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Deletes uploaded files that crashed processes have left on the disk. A {@link ProcessDirectory} is deleted if its
 * lock file is not locked, and if the directory belongs to the same user as this process's directory.
 *
 * <p>A process checks a parent directory when it first stores a file there, and after that at most once an hour. A form
 * does not fail if leftover files cannot be deleted.
 */
public final class LeftFiles {
    private static final long PAUSE_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int MAX_REMEMBERED = 64;
    /** The {@link System#nanoTime()} of the last check of each parent directory. */
    private static final Map<Path, Long> CHECKED_AT = new HashMap<>();

    private LeftFiles() {}

    /**
     * Deletes leftover files in a parent directory, unless this process has done so within the last hour.
     *
     * @param own a directory of this process; only directories with the same owner are deleted
     */
    static void deleteIn(Path parent, Path own) {
        if (isDue(parent)) {
            deleteAllIn(parent, own);
        }
    }

    private static boolean isDue(Path parent) {
        long now = System.nanoTime();
        synchronized (CHECKED_AT) {
            Long last = CHECKED_AT.get(parent);
            if (last != null && now - last < PAUSE_NANOS) {
                return false;
            }
            if (CHECKED_AT.size() >= MAX_REMEMBERED) {
                CHECKED_AT.clear();
            }
            CHECKED_AT.put(parent, now);
            return true;
        }
    }

    /** Deletes leftover files in a parent directory now. */
    public static void deleteAllIn(Path parent, Path own) {
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(
                parent, path -> isLeft(path.getFileName().toString()))) {
            for (Path candidate : candidates) {
                if (isOfSameOwner(candidate, own)) {
                    deleteUnlessLocked(candidate);
                }
            }
        } catch (IOException | DirectoryIteratorException | SecurityException ignored) {
            // The parent directory cannot be listed, for example because it belongs to another user. Then an
            // administrator must delete leftover files there.
        }
    }

    private static boolean isLeft(String name) {
        return name.startsWith(ProcessDirectory.PREFIX) && !name.startsWith(ProcessDirectory.OWN_PREFIX);
    }

    /**
     * Whether a file is a directory with the same owner as {@code own}. The check is necessary if everybody may write
     * to the parent directory: another user could create a link that leads elsewhere.
     */
    private static boolean isOfSameOwner(Path candidate, Path own) throws IOException {
        try {
            return Files.isDirectory(candidate, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(candidate, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own));
        } catch (NoSuchFileException | UnsupportedOperationException ignored) {
            // Either the directory was deleted meanwhile, or the file system does not tell who owns a file. If owners
            // are unknown, deleting files would not be safe.
            return false;
        }
    }

    private static void deleteUnlessLocked(Path directory) {
        Path file = directory.resolve(ProcessDirectory.LOCK);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (channel.tryLock() == null) {
                return;
            }
            ProcessDirectory.deleteFiles(directory);
            Files.deleteIfExists(file);
        } catch (NoSuchFileException ignored) {
            // The directory has no lock file. Either a process has crashed while it created or deleted the directory,
            // or a process is creating the directory now. In the second case, that process will create another
            // directory.
        } catch (IOException | OverlappingFileLockException ignored) {
            return; // the directory is in use or cannot be deleted; a later check tries again
        }
        ProcessDirectory.tryDelete(directory); // only now, because on Windows the name of an open file stays
    }
}
