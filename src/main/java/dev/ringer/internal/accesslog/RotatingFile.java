package dev.ringer.internal.accesslog;

import dev.ringer.internal.descriptors.OpenFiles;
import dev.ringer.internal.observe.ServerLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Appends lines to a file, and rotates the file. When a line of another day comes, or a line would make the file too
 * large, the file is renamed to a name such as {@code NAME.2026-11-22.1}, with the day of its last line. Then a new
 * file is begun, and the oldest renamed files are deleted.
 *
 * <p>If the rotation fails, this class logs a warning and goes on with the old file. If a renamed file cannot be deleted,
 * it logs a warning and deletes the others. It does not rotate a symbolic link or a device. If another program renames or removes the file, this class makes a new file. It changes no other files.
 * If a crash has cut off the last line of the file, it adds a line end before the first new line. Not thread-safe.
 */
final class RotatingFile implements LogSink {
    private static final byte[] LINE_END = {'\n'};

    private final Path path;
    private final long maxSize; // in bytes; Long.MAX_VALUE for no limit
    private final int maxRenamed; // the most renamed files to keep; Integer.MAX_VALUE for no limit
    private final Clock clock; // its time zone decides when a day begins
    private final Pattern renamed;

    private FileChannel channel; // null while the file is not open
    private Object key; // the identity that the file system gives the file; null if there is none
    private long size; // bytes in the file; after a failed rotation, only the bytes that were written since then
    private LocalDate day; // the day on which the last line was written
    private boolean torn; // whether the file ends with an incomplete line
    private String warned = ""; // the warning of the last rotation; empty if that rotation succeeded

    /**
     * Creates the destination, but does not open the file yet.
     *
     * @param maxSize the largest size of the file in bytes; 0 for no limit
     * @param maxRenamed how many renamed files to keep at most; 0 for no limit
     * @throws IOException if the path has no file name
     */
    RotatingFile(Path path, long maxSize, int maxRenamed, Clock clock) throws IOException {
        if (path.getFileName() == null) {
            throw new FileSystemException(path.toString(), null, "the path must end with a file name");
        }
        this.path = path;
        this.maxSize = maxSize == 0 ? Long.MAX_VALUE : maxSize;
        this.maxRenamed = maxRenamed == 0 ? Integer.MAX_VALUE : maxRenamed;
        this.clock = clock;
        this.renamed = Pattern.compile(
                Pattern.quote(path.getFileName().toString()) + "\\.(\\d{4}-\\d\\d-\\d\\d)\\.(\\d{1,9})");
    }

    void open() throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        // On some older JDKs, createDirectories fails for a link to a folder (JDK-8294193).
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
        channel = OpenFiles.open(() ->
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        key = attributes.fileKey();
        size = attributes.size();
        day = size == 0 ? today() : dayOf(attributes.lastModifiedTime().toInstant());
        torn = attributes.isRegularFile() && size > 0 && !endsWithLine();
    }

    /** Whether the last line of the file is complete. After a crash or a failed write, the line may lack its end. */
    private boolean endsWithLine() {
        ByteBuffer last = ByteBuffer.allocate(1);
        try (FileChannel reader = FileChannel.open(path, StandardOpenOption.READ)) {
            reader.read(last, size - 1);
            return last.get(0) == '\n';
        } catch (IOException unreadable) { // the file may not be readable; assume that its line is complete
            return true;
        }
    }

    private LocalDate today() {
        return dayOf(clock.instant());
    }

    private LocalDate dayOf(Instant moment) {
        return LocalDate.ofInstant(moment, clock.getZone());
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        if (channel == null) {
            open();
        }
        LocalDate today = today();
        if (size > 0 && (!today.equals(day) || length > maxSize - size)) {
            rotate(today);
        }
        ByteBuffer lines = ByteBuffer.wrap(bytes, 0, length);
        try {
            if (torn) {
                put(ByteBuffer.wrap(LINE_END));
                torn = false;
            }
            put(lines);
            day = today;
        } catch (IOException broken) {
            close();
            throw new CutOffException(lines.position(), broken);
        }
    }

    private void put(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            size += channel.write(bytes);
        }
    }

    private void rotate(LocalDate today) throws IOException {
        close();
        try {
            // The condition is false for a device or a link, and if another program has renamed the file.
            if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(path, unusedName());
                deleteOldest();
            } else {
                warned = "";
            }
        } catch (IOException | RuntimeException failure) {
            warn("Cannot rotate the access log " + path + "; still appending to it: ", failure);
        }
        open();
        size = 0; // reset it even after a failure, so that the next line does not try to rotate again
        day = today;
    }

    /** Logs a warning, unless the last rotation has failed in the same way. */
    private void warn(String what, Exception failure) {
        if (!what.equals(warned)) {
            ServerLog.unavailable(what + failure);
        }
        warned = what;
    }

    private Path unusedName() throws IOException {
        int last = renamedOnes().stream()
                .filter(file -> file.day.equals(day))
                .mapToInt(Renamed::number)
                .max()
                .orElse(0);
        return path.resolveSibling(path.getFileName() + "." + day + "." + (last + 1));
    }

    /** Deletes the oldest renamed files. Goes on if some of them cannot be deleted, and logs the first of these. */
    private void deleteOldest() throws IOException {
        List<Renamed> all = renamedOnes().stream()
                .filter(file -> Files.isRegularFile(file.path, LinkOption.NOFOLLOW_LINKS))
                .toList();
        Exception first = null;
        for (Renamed oldest : all.subList(0, Math.max(0, all.size() - maxRenamed))) {
            try {
                Files.deleteIfExists(oldest.path);
            } catch (IOException | RuntimeException failure) {
                first = first == null ? failure : first;
            }
        }
        if (first == null) {
            warned = "";
        } else {
            warn("Cannot delete an old access log file: ", first);
        }
    }

    private record Renamed(Path path, LocalDate day, int number) {}

    /** Returns everything in the folder that has the name of a renamed file of this log, the oldest first. */
    private List<Renamed> renamedOnes() throws IOException {
        try (Stream<Path> files = Files.list(path.toAbsolutePath().getParent())) {
            return files.map(this::renamedOrNull)
                    .filter(file -> file != null)
                    .sorted(Comparator.comparing(Renamed::day).thenComparingInt(Renamed::number))
                    .toList();
        }
    }

    private Renamed renamedOrNull(Path file) {
        Matcher name = renamed.matcher(file.getFileName().toString());
        try {
            return name.matches()
                    ? new Renamed(file, LocalDate.parse(name.group(1)), Integer.parseInt(name.group(2)))
                    : null;
        } catch (DateTimeException noDay) {
            return null; // not a file of this log: another program chose the name
        }
    }

    /** Checks whether the file still has its name, because tools such as logrotate rename it. */
    @Override
    public void rest() {
        if (channel == null) {
            return;
        }
        try {
            Object present =
                    Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            if (key != null && !key.equals(present)) {
                close();
            }
        } catch (IOException gone) {
            close();
        }
    }

    @Override
    public void close() {
        if (channel == null) {
            return;
        }
        try {
            channel.close();
        } catch (IOException ignored) { // nothing is lost: all lines were written to the file before
        }
        channel = null;
    }
}
