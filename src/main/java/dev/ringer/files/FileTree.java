package dev.ringer.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Finds files in the served folder. It checks a name segment by segment before the name becomes a path. The file system
 * must take each segment for exactly one name: separators, drive letters and names of streams are refused. Immutable.
 * Each call reads the file system again.
 */
final class FileTree {
    /**
     * Names that Windows does not read as a plain file name: streams, short names, devices, and names whose last
     * characters Windows drops.
     */
    private static final Pattern ODD_ON_WINDOWS = Pattern.compile(
            "(?i).*[:*?\"<>|].*|.*~\\d.*|.*[. ]|(con|prn|aux|nul|conin\\$|conout\\$|com[\\d¹²³]|lpt[\\d¹²³])(\\..*)?");

    private final Path root;
    private final boolean windows;
    private final boolean linksLeadAnywhere;

    FileTree(Path root, boolean linksLeadAnywhere) {
        this.root = root.toAbsolutePath();
        this.windows = root.getFileSystem().getSeparator().equals("\\");
        this.linksLeadAnywhere = linksLeadAnywhere;
    }

    Path root() {
        return root;
    }

    /**
     * Returns the path of a file with this name. The file need not exist.
     *
     * @param name segments of a {@link RequestPath}, with slashes between them
     * @return the path; null if the file system can have no such name
     */
    Path path(String name) {
        if (name.isEmpty()) {
            return root;
        }
        try {
            for (String segment : name.split("/", -1)) {
                if (!isOneName(segment)) {
                    return null;
                }
            }
            // resolve in one step, because resolving segment by segment takes quadratic time
            return root.resolve(name);
        } catch (InvalidPathException notInThisFileSystem) {
            return null;
        }
    }

    /** Whether the file system, too, understands a segment as the name of one file or folder. */
    private boolean isOneName(String segment) {
        Path path = root.getFileSystem().getPath(segment);
        return !segment.isEmpty()
                && path.getRoot() == null
                && path.getNameCount() == 1
                && path.toString().equals(segment)
                && !(windows && isOddOnWindows(segment));
    }

    static boolean isOddOnWindows(String segment) {
        return ODD_ON_WINDOWS.matcher(segment).matches();
    }

    /**
     * Returns the path after all symbolic links are followed. The method also resolves the root each time, because it
     * may be a link that a deployment changes.
     *
     * @return the real path; null if nothing is there, or if it lies outside the root and links may not lead there
     */
    Path real(Path path) {
        try {
            Path real = path.toRealPath();
            return linksLeadAnywhere || real.startsWith(root.toRealPath()) ? real : null;
        } catch (IOException nothingThere) {
            return null;
        }
    }

    /** Returns the attributes of a path, with links followed; null if they cannot be read. */
    static BasicFileAttributes attributes(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException nothingThere) {
            return null;
        }
    }

    /**
     * Returns the checksum that a jar stores for an entry. Reproducible builds give all entries the same time. So time
     * and size do not distinguish a file of one build from the same file of the next build. Other file systems have no
     * checksum.
     */
    static OptionalLong checksum(Path path) {
        if (!path.getFileSystem().provider().getScheme().equals("jar")) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(((Number) Files.getAttribute(path, "zip:crc")).longValue());
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return OptionalLong.empty();
        }
    }

    /** Returns the folder with this name, or null if no such folder may be reached. */
    Path folder(String name) {
        Path path = path(name);
        return path != null && Files.isDirectory(path) ? real(path) : null;
    }
}
