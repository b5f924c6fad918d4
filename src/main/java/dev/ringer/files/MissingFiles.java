package dev.ringer.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Tells a file that does not exist from a file that cannot be read. Java has exceptions of their own only for the most
 * frequent reasons. For a name that is too long, for a file that is used like a folder, and for links that lead in a
 * circle or are too many, the JDK throws the same {@link java.nio.file.FileSystemException} as for a broken disk.
 */
final class MissingFiles {
    /** The most links that Linux follows in one path. */
    private static final int MAX_LINKS = 40;

    /** The longest name of a file, in bytes or UTF-16 units, in all common file systems. */
    private static final int MAX_NAME = 255;

    /** The longest path in bytes on Linux. Other systems have shorter ones. */
    private static final int MAX_PATH = 4095;

    private MissingFiles() {}

    /**
     * Returns normally if a file does not exist, or if this user may not know whether it exists.
     *
     * @param path the file
     * @param failure why the file could not be read
     * @throws UnreadableFileException if the file may exist
     */
    static void requireMissing(Path path, IOException failure) throws UnreadableFileException {
        if (!meansMissing(failure) && !new Way().leadsNowhere(path.toAbsolutePath())) {
            throw failure instanceof UnreadableFileException known ? known : new UnreadableFileException(path, failure);
        }
    }

    static boolean meansMissing(IOException failure) {
        return failure instanceof NoSuchFileException
                || failure instanceof NotDirectoryException
                || failure instanceof AccessDeniedException;
    }

    /** The way that the system goes from the root of the file system, link by link, to the file that a path names. */
    private static final class Way {
        private int links; // number of links that were followed

        /** Whether the way leads to no file. */
        boolean leadsNowhere(Path path) {
            try {
                return follow(path.getRoot(), path) == null;
            } catch (IOException failure) {
                return meansMissing(failure) || isTooLong(path, MAX_PATH);
            }
        }

        /** Returns the file, by a path without links, that a path names in a folder; null if it does not exist. */
        private @Nullable Path follow(Path folder, Path path) throws IOException {
            // a path of Windows may have a root, but no drive
            Path at = path.getRoot() == null ? folder : folder.resolve(path).getRoot();
            for (Path name : path) {
                if (!Files.readAttributes(at, BasicFileAttributes.class).isDirectory()) {
                    return null;
                }
                at = next(at, name);
                if (at == null) {
                    return null;
                }
            }
            return at;
        }

        private @Nullable Path next(Path folder, Path name) throws IOException {
            if (name.toString().equals("..")) {
                return folder.getParent() == null ? folder : folder.getParent();
            }
            Path at = folder.resolve(name).normalize(); // without "."
            try {
                if (!Files.readAttributes(at, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .isSymbolicLink()) {
                    return at;
                }
            } catch (IOException failure) {
                if (isTooLong(name, MAX_NAME)) {
                    return null;
                }
                throw failure;
            }
            links++;
            return links > MAX_LINKS ? null : follow(folder, Files.readSymbolicLink(at));
        }
    }

    private static boolean isTooLong(Path path, int most) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length > most;
    }
}
