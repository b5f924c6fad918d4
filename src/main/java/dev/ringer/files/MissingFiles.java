package dev.ringer.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Tells a file that does not exist from a file that cannot be read. Java has exceptions of their own only for the most
 * frequent reasons. For a name that is too long, for a file that is used like a folder, and for links that lead in a
 * circle, the JDK throws the same {@link java.nio.file.FileSystemException} as for a broken disk.
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
        if (!meansMissing(failure) && !isMissing(path.toAbsolutePath(), MAX_LINKS)) {
            throw failure instanceof UnreadableFileException known ? known : new UnreadableFileException(path, failure);
        }
    }

    static boolean meansMissing(IOException failure) {
        return failure instanceof NoSuchFileException
                || failure instanceof NotDirectoryException
                || failure instanceof AccessDeniedException;
    }

    /** Searches from the root of the file system downwards for the folder or link at which the path ends. */
    private static boolean isMissing(Path path, int linksLeft) {
        Path at = path.getRoot();
        for (Path name : path) {
            at = at.resolve(name);
            try {
                boolean folder =
                        Files.readAttributes(at, BasicFileAttributes.class).isDirectory();
                if (!folder && at.getNameCount() < path.getNameCount()) {
                    return true;
                }
            } catch (IOException failure) {
                return meansMissing(failure)
                        || isTooLong(name, MAX_NAME)
                        || isTooLong(at, MAX_PATH)
                        || Files.isSymbolicLink(at) && leadsNowhere(at, linksLeft);
            }
        }
        return false;
    }

    private static boolean leadsNowhere(Path link, int linksLeft) {
        try {
            return linksLeft == 0 || isMissing(link.resolveSibling(Files.readSymbolicLink(link)), linksLeft - 1);
        } catch (IOException failure) {
            return meansMissing(failure);
        }
    }

    private static boolean isTooLong(Path path, int most) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length > most;
    }
}
