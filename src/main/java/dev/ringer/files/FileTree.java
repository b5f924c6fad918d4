package dev.ringer.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds files in the served folder. Before a name becomes a path, this class checks each of its segments: the file
 * system must read the segment as exactly one file name. So separators, drive letters and alternate streams of Windows
 * are refused. Immutable. Each call accesses the file system again.
 */
final class FileTree {
    /**
     * Names that Windows does not read as plain file names: alternate streams, devices, and names that end with
     * characters which Windows drops. Windows reads {@code nul .txt} as a device, too.
     */
    private static final Pattern ODD_ON_WINDOWS = Pattern.compile(
            "(?i).*[:*?\"<>|].*|.*[. ]|(con|prn|aux|nul|conin\\$|conout\\$|com[\\d¹²³]|lpt[\\d¹²³]) *(\\..*)?");

    private final Path root;
    private final boolean windows;
    private final boolean externalLinks;

    FileTree(Path root, boolean externalLinks) {
        this.root = root.toAbsolutePath();
        this.windows = root.getFileSystem().getSeparator().equals("\\");
        this.externalLinks = externalLinks;
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
    @Nullable
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

    /**
     * Whether a request with the name of a file leads to this file. This is not so if the name has characters that a
     * path must not have, or if Java cannot decode the name: on Linux, a name is any sequence of bytes.
     */
    boolean isReachable(Path file, String name) {
        try {
            return name.equals(RequestPath.decoded(PathText.encoded(name)))
                    && isOneName(name)
                    && file.resolveSibling(name).equals(file);
        } catch (InvalidPathException undecodable) {
            return false;
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
     * Returns the path of a requested file without symbolic links; null if there is no such file. Also null if the file
     * lies outside the root, unless links may lead there, and if the file system spells the name in another way.
     *
     * <p>Some file systems find {@code admin} under {@code ADMIN}, under {@code ADMIN~1}, or under other code points.
     * Such a name is refused, because it would go around a context {@code /admin} with an authenticator.
     *
     * @param path a path of {@link #path}
     * @throws IOException if the file system cannot say where the file is
     */
    @Nullable
    Path real(Path path) throws IOException {
        boolean interrupted = Interrupts.clear(path.getFileSystem());
        try {
            Path real = target(path);
            return real != null && isSpelledSo(root.relativize(path), real) ? real : null;
        } catch (IOException failure) {
            MissingFiles.requireMissing(path, failure);
            return null;
        } finally {
            Interrupts.restore(interrupted);
        }
    }

    /** Whether a link leads to a place that may be served. */
    boolean leadsInside(Path link) throws IOException {
        try {
            return target(link) != null;
        } catch (IOException failure) {
            MissingFiles.requireMissing(link, failure);
            return false;
        }
    }

    /** Resolves the root each time, because the root may be a link that each deployment changes. */
    private @Nullable Path target(Path path) throws IOException {
        Path real = path.toRealPath();
        return externalLinks || real.startsWith(root.toRealPath()) ? real : null;
    }

    /**
     * Whether each name below the root is spelled as in the file system. Compares text, because equal paths of Windows
     * may differ in case.
     */
    private boolean isSpelledSo(Path below, Path real) throws IOException {
        Path realRoot = root.toRealPath();
        boolean withoutLinks = realRoot.resolve(below).toString().equals(real.toString());
        if (withoutLinks && (windows || below.toString().isEmpty())) {
            return true;
        }
        Path at = realRoot;
        for (Path name : below) {
            Path step = at.resolve(name);
            Path spelled = withoutLinks
                    ? name
                    : step.toRealPath(LinkOption.NOFOLLOW_LINKS).getFileName();
            if (spelled == null
                    || !spelled.toString().equals(name.toString())
                    || !windows && findsOtherCase(step) && !isListed(step)) {
                return false;
            }
            at = withoutLinks ? step : step.toRealPath();
        }
        return true;
    }

    /**
     * Whether the folder of a file also finds the file in the other case. Linux does so on mounted folders of Windows
     * and macOS, and on VFAT; there, the real path has the spelling of the request.
     */
    static boolean findsOtherCase(Path file) throws IOException {
        String name = file.getFileName().toString();
        Path other = file.resolveSibling(otherCase(name));
        return !other.toString().equals(file.toString()) && Files.exists(other) && Files.isSameFile(file, other);
    }

    private static String otherCase(String name) {
        return name.codePoints()
                .map(point ->
                        Character.isUpperCase(point) ? Character.toLowerCase(point) : Character.toUpperCase(point))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Whether the folder of a file lists it under exactly this name. */
    static boolean isListed(Path file) throws IOException {
        String name = file.getFileName().toString();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(
                file.getParent(), entry -> entry.getFileName().toString().equals(name))) {
            return entries.iterator().hasNext();
        }
    }

    /**
     * Whether Windows hides a requested file, or a folder on the way to it, by an attribute. On other systems, only a
     * dot in front of a name hides it, which {@link RequestPath} checks. The folder {@code .well-known} (RFC 8615) is
     * always shown.
     */
    boolean isHiddenByAttribute(Path path) throws IOException {
        if (!windows || path.equals(root)) {
            return false;
        }
        Path at = root;
        for (Path name : root.relativize(path)) {
            at = at.resolve(name);
            if (Files.isHidden(at) && !root.relativize(at).toString().equals(RequestPath.WELL_KNOWN)) {
                return true;
            }
        }
        return false;
    }

    /** Whether Windows hides a file by an attribute of its own. */
    boolean hasHiddenAttribute(Path file) throws IOException {
        return windows && Files.isHidden(file);
    }

    /**
     * Returns the attributes of the file to which a path leads, through links if there are any; null if there is no
     * such file.
     *
     * @throws IOException if the attributes of an existing file cannot be read
     */
    static @Nullable BasicFileAttributes attributes(Path path) throws IOException {
        boolean interrupted = Interrupts.clear(path.getFileSystem());
        try {
            return Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException failure) {
            MissingFiles.requireMissing(path, failure);
            return null;
        } finally {
            Interrupts.restore(interrupted);
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
        boolean interrupted = Interrupts.clear(path.getFileSystem());
        try {
            return OptionalLong.of(((Number) Files.getAttribute(path, "zip:crc")).longValue());
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return OptionalLong.empty();
        } finally {
            Interrupts.restore(interrupted);
        }
    }
}
