package dev.ringer.internal.uploads;

import dev.ringer.internal.descriptors.OpenFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Creates files and directories that only their owner may read, if the file system has owners. They are created with
 * these permissions, so no other user can open them even for a moment.
 */
public final class OwnerOnly {
    private static final FileAttribute<?>[] NONE = {};

    private static final int ATTEMPTS = 10;

    private OwnerOnly() {}

    /**
     * Creates a new directory with an unused name. The name need not be secret, since nobody else can make the
     * directory or put anything into it. So no {@code SecureRandom} is used: if no file descriptor is left at its first
     * use, it collects randomness for seconds, and stays slow.
     */
    public static Path directory(Path parent, String prefix) throws IOException {
        FileAttribute<?>[] attributes = attributes(parent, "rwx------");
        for (int attempt = 1; ; attempt++) {
            String random = Long.toUnsignedString(ThreadLocalRandom.current().nextLong(), Character.MAX_RADIX);
            try {
                return Files.createDirectory(parent.resolve(prefix + random), attributes);
            } catch (FileAlreadyExistsException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Creates a new file for writing. Fails if the file exists. */
    public static FileChannel file(Path path) throws IOException {
        return OpenFiles.open(() -> FileChannel.open(
                path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes(path, "rw-------")));
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return NONE;
        }
        Set<PosixFilePermission> set = PosixFilePermissions.fromString(permissions);
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(set)};
    }

    /** Copies a stream into a new file. If the file cannot be written completely, deletes it. */
    public static void copy(InputStream in, Path target, CopyOption... options) throws IOException {
        for (CopyOption option : options) {
            if (option != StandardCopyOption.REPLACE_EXISTING) {
                throw new UnsupportedOperationException(option + " is not supported");
            }
        }
        if (options.length > 0) { // all options are valid here; a refused call must not delete the target
            Files.deleteIfExists(target);
        }
        FileChannel channel = file(target);
        try (OutputStream out = Channels.newOutputStream(channel)) {
            in.transferTo(out);
        } catch (IOException | RuntimeException | Error e) {
            Files.deleteIfExists(target);
            throw e;
        }
    }

    /**
     * Moves a file that only its owner may read. The moved file has the same permissions, even on another file system.
     */
    static void move(Path source, Path target, CopyOption... options) throws IOException {
        if (source.getFileSystem().provider() == target.getFileSystem().provider()) {
            Files.move(source, target, options);
            return;
        }
        try (InputStream in = Files.newInputStream(source)) {
            copy(in, target, options);
        }
        Files.delete(source);
    }
}
