package dev.ringer.multipart;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A form's own directory, made with its first file and deleted with the form; readable for the owner only, where the
 * file system knows owners. Its files are numbered: nothing of a client's file name ever gets here.
 */
final class PrivateDirectory implements Closeable {
    private static final FileAttribute<?>[] NONE = {};

    private final Path parent;
    private Path directory;
    private int files;

    PrivateDirectory(Path parent) {
        this.parent = parent;
    }

    Path newFile() throws IOException {
        if (directory == null) {
            Path in = parent == null ? Path.of(System.getProperty("java.io.tmpdir")) : parent;
            directory = Files.createTempDirectory(in, "ringer-form-", owners(in, "rwx------"));
        }
        return directory.resolve(Integer.toString(files++));
    }

    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owners(file, "rw-------"));
    }

    private static FileAttribute<?>[] owners(Path path, String permissions) {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return NONE;
        }
        Set<PosixFilePermission> set = PosixFilePermissions.fromString(permissions);
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(set)};
    }

    /** Deletes what was not moved away, and the directory. */
    @Override
    public void close() throws IOException {
        if (directory == null) {
            return;
        }
        IOException failure = null;
        for (int file = 0; file < files; file++) {
            failure = delete(directory.resolve(Integer.toString(file)), failure);
        }
        failure = delete(directory, failure);
        directory = null;
        if (failure != null) {
            throw failure;
        }
    }

    private static IOException delete(Path path, IOException before) {
        try {
            Files.deleteIfExists(path);
            return before;
        } catch (IOException e) {
            if (before == null) {
                return e;
            }
            before.addSuppressed(e);
            return before;
        }
    }
}
