package dev.ringer.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The folder that is served, and what may be reached in it. Names become paths segment by segment: each must stay one
 * name in the file system's own eyes, with the separators, drive letters and streams that it has. Immutable; every question
 * goes to the file system.
 */
final class FileTree {
    /** What Windows takes for something else than a file of this name: streams, short names, devices, lost ends. */
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
     * The path of a name, where something may or may not be.
     *
     * @param name segments of a {@link RequestPath}, with slashes between them
     * @return null if the file system can have no such name
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
            return root.resolve(name); // at once: to resolve each segment against the one before takes quadratic time
        } catch (InvalidPathException notInThisFileSystem) {
            return null;
        }
    }

    /** Whether the file system, too, takes a segment for the name of one file or folder. */
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
     * Where a path leads when all symbolic links are followed. The root is resolved as well, each time: it may be a link
     * that a deployment moves on.
     *
     * @return null if nothing is there, or it lies outside the root and links may not lead there
     */
    Path real(Path path) {
        try {
            Path real = path.toRealPath();
            return linksLeadAnywhere || real.startsWith(root.toRealPath()) ? real : null;
        } catch (IOException nothingThere) {
            return null;
        }
    }

    /** What the file system says of a path, links followed; null if it says nothing. */
    static BasicFileAttributes attributes(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException nothingThere) {
            return null;
        }
    }

    /**
     * What a jar knows of an entry's bytes: reproducible builds give all entries the same time, so that time and size do not
     * tell one build's file from the next one's. Other file systems know nothing of the kind.
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

    /** The folder of a name, or null if there is none that may be reached. */
    Path folder(String name) {
        Path path = path(name);
        return path != null && Files.isDirectory(path) ? real(path) : null;
    }
}
