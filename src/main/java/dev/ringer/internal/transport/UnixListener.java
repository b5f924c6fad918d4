package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A listening unix domain socket, and its file.
 *
 * <p>{@link #bind} makes the file in a folder that nobody else can enter, sets the permissions, and moves the file to
 * its path in one step. So nobody can connect before the permissions are set. The move replaces the file of a socket
 * that another process has left behind, if nobody listens on that socket. From {@code bind} to {@link #remove}, the
 * server holds a lock on the file {@code PATH.lock}, which all Ringer servers respect. The lock says more than an
 * attempt to connect: macOS refuses connections to a living server, too, if the queue of its socket is full.
 * {@link #remove} removes the file, unless another socket has taken the same path meanwhile. Guarded by the server's
 * lock.
 */
final class UnixListener {
    private static final LinkOption ITSELF = LinkOption.NOFOLLOW_LINKS;
    private static final int FILE_TYPE = 0170000; // S_IFMT: the bits of a file mode that contain the type
    private static final int SOCKET = 0140000; // S_IFSOCK: the type of a socket

    private final ServerSocketChannel channel;
    private final Path path;
    private final Object fileKey;
    private final PathLock lock;

    private UnixListener(ServerSocketChannel channel, Path path, PathLock lock) throws IOException {
        this.channel = channel;
        this.path = path;
        this.fileKey = keyOf(path);
        this.lock = lock;
    }

    /** The lock on a file {@code PATH.lock}. The operating system releases it when the process ends. */
    private static final class PathLock implements Closeable {
        /**
         * The lock files that this process holds. Never open another channel of one of them: under POSIX, closing any
         * channel of a file releases all locks that the process has on the file.
         */
        private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

        private final Path file;
        private FileChannel channel;

        private PathLock(Path file) {
            this.file = file;
        }

        static PathLock take(Path path) throws IOException {
            Path folder = path.toAbsolutePath().getParent().toRealPath();
            PathLock lock = new PathLock(folder.resolve(path.getFileName() + ".lock"));
            if (HELD.add(lock.file)) {
                boolean held = false;
                try {
                    lock.channel = FileChannel.open(lock.file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    held = lock.channel.tryLock() != null;
                } finally {
                    if (!held) {
                        lock.close();
                    }
                }
                if (held) {
                    return lock;
                }
            }
            throw new BindException("Address already in use by another server: " + path);
        }

        @Override
        public void close() throws IOException {
            if (channel != null) {
                channel.close();
            }
            HELD.remove(file);
        }
    }

    /**
     * Makes the socket's file, in a folder that exists, and begins to listen.
     *
     * @throws BindException if another server listens on this path or is about to, if there is a file of another kind,
     *     or if the file system has no Unix permissions, as on Windows
     */
    static UnixListener bind(Path path, int backlog, Set<PosixFilePermission> permissions, String group)
            throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            throw new BindException("The file system does not support Unix permissions, which a socket needs: " + path);
        }
        PathLock lock = PathLock.take(path);
        ServerSocketChannel channel = null;
        UnixListener listener = null;
        try {
            requireFree(path);
            channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            publish(channel, path, backlog, permissions, group);
            listener = new UnixListener(channel, path, lock);
            return listener;
        } finally {
            if (listener == null) {
                try (lock) {
                    if (channel != null) {
                        channel.close();
                    }
                }
            }
        }
    }

    private static void requireFree(Path path) throws IOException {
        int mode;
        try {
            mode = (Integer) Files.getAttribute(path, "unix:mode", ITSELF);
        } catch (NoSuchFileException free) {
            return;
        }
        if ((mode & FILE_TYPE) != SOCKET) { // check the type, because pipes and devices refuse connections too
            throw new BindException("The file exists and is not a socket; delete it or use another path: " + path);
        }
        if (isInUse(path)) {
            throw new BindException("Address already in use: " + path);
        }
        ServerLog.debug("Replacing a stale unix domain socket", path);
    }

    /** Whether a process listens on a socket. Does not wait, even if the queue of the socket is full. */
    private static boolean isInUse(Path path) throws IOException {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.configureBlocking(false);
            probe.connect(UnixDomainSocketAddress.of(path));
            return true;
        } catch (ConnectException refused) {
            return false;
        } catch (SocketException full) {
            // The queue is full, or this user may not connect: assume that a process listens.
            return true;
        }
    }

    private static void publish(
            ServerSocketChannel channel, Path path, int backlog, Set<PosixFilePermission> permissions, String group)
            throws IOException {
        Path folder = newFolder(path);
        Path socket = folder.resolve("s");
        try {
            channel.bind(UnixDomainSocketAddress.of(socket), backlog);
            PosixFileAttributeView attributes = Files.getFileAttributeView(socket, PosixFileAttributeView.class);
            if (group != null) {
                attributes.setGroup(
                        path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group));
            }
            attributes.setPermissions(permissions);
            Files.move(socket, path, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(socket);
            Files.delete(folder);
        }
    }

    /** Makes a folder beside a path. Its name is short, because the path of a socket may have 104 bytes on macOS. */
    private static Path newFolder(Path path) throws IOException {
        FileAttribute<?> ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        while (true) {
            String name = "." + Integer.toString(ThreadLocalRandom.current().nextInt(1 << 25), Character.MAX_RADIX);
            try {
                return Files.createDirectory(path.resolveSibling(name), ownerOnly);
            } catch (FileAlreadyExistsException taken) { // try another name
            }
        }
    }

    private static Object keyOf(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, ITSELF).fileKey();
    }

    ServerSocketChannel channel() {
        return channel;
    }

    /** Removes the socket's file, so that no further clients can connect, and releases the path. */
    void remove() {
        try (lock) {
            if (keyOf(path).equals(fileKey)) {
                Files.delete(path);
            }
        } catch (NoSuchFileException ignored) { // the file was removed already
        } catch (IOException e) {
            ServerLog.unexpected("Cannot delete the unix domain socket " + path, e);
        }
    }
}
