package dev.ringer.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Finds files in the served folder. Before a name becomes a path, this class checks each of its segments: the file
 * system must read the segment as exactly one file name. So separators, drive letters and alternate streams of Windows
 * are refused. Immutable. Each call accesses the file system again.
 */
final class FileTree {
    /**
     * Names that Windows does not read as plain file names: alternate streams, short names, devices, and names that end
     * with characters which Windows drops.
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
     * @param name the name of a {@link RequestPath}
     * @return the path; null if no file of the file system can have such a name
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
            // resolve the whole name in one step: segment by segment, this would take quadratic time
            return root.resolve(name);
        } catch (InvalidPathException notInThisFileSystem) {
            return null;
        }
    }

    /** Whether the file system reads a segment as the name of one file or folder. */
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
     * Returns the path of a file without symbolic links; null if there is no such file. Also null if the file lies
     * outside the root, unless links may lead there. Resolves the root each time, because the root may be a link that
     * each deployment changes.
     */
    Path real(Path path) {
        try {
            Path real = path.toRealPath();
            return linksLeadAnywhere || real.startsWith(root.toRealPath()) ? real : null;
        } catch (IOException nothingThere) {
            return null;
        }
    }

    /**
     * Returns the attributes of the file to which a path leads, through links if there are any; null if they cannot be
     * read.
     */
    static BasicFileAttributes attributes(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException nothingThere) {
            return null;
        }
    }

    /**
     * Returns the checksum that a jar contains for an entry; empty in other file systems. In reproducible builds, all
     * entries have the same time. So if a file changes between two builds, its time and size may stay the same, but its
     * checksum changes.
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

    /** Returns the path of the folder with this name; null if there is no such folder, or if it must not be served. */
    Path folder(String name) {
        Path path = path(name);
        return path != null && Files.isDirectory(path) ? real(path) : null;
    }
}
