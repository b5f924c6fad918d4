package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.UnixPeer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The sockets on which a server listens. There are three cases:
 *
 * <ul>
 *   <li>One TCP socket, or one for each event loop if they share the port (SO_REUSEPORT). Then the kernel distributes
 *       new connections over the sockets.
 *   <li>One unix domain socket.
 *   <li>One socket that the process inherited when it was started. The server never closes this socket, because it
 *       belongs to the parent process, and because the JDK would also close the standard output of this process.
 * </ul>
 *
 * <p>Guarded by the server's lock until the server stops.
 */
public final class ListeningSockets {
    private static final int DEFAULT_BACKLOG = 1024;

    /** Whether the kernel distributes connections over sockets that share a port. Only Linux does. */
    private static final boolean SPREADS = System.getProperty("os.name", "").startsWith("Linux");

    private static boolean inheritedTaken; // guarded by the monitor of the class

    private final List<ServerSocketChannel> channels = new ArrayList<>();
    private final InetSocketAddress address;
    private final int backlog;
    private final boolean portShared;
    private final UnixListener unix; // null unless the socket is a unix domain socket
    private final boolean inherited;

    private ListeningSockets(InetSocketAddress wanted, int backlog, boolean portShared) throws IOException {
        this.backlog = backlog;
        this.portShared = portShared;
        this.unix = null;
        this.inherited = false;
        this.address = add(wanted);
    }

    private ListeningSockets(ServerSocketChannel channel, UnixListener unix, InetSocketAddress address)
            throws IOException {
        this.backlog = 0;
        this.portShared = false;
        this.unix = unix;
        this.inherited = unix == null;
        this.address = address;
        channel.configureBlocking(false);
        channels.add(channel);
    }

    /**
     * Opens the first socket. Port 0 means any free port. If the backlog is not positive, a default applies. Only on
     * Linux, several sockets can share the port.
     */
    public static ListeningSockets bind(InetSocketAddress address, int backlog, boolean sharePort) throws IOException {
        if (sharePort && !SPREADS) {
            ServerLog.unavailable("ringer.reusePort: only Linux spreads connections over several sockets; using false");
        }
        return new ListeningSockets(address, backlog <= 0 ? DEFAULT_BACKLOG : backlog, sharePort && SPREADS);
    }

    /**
     * Opens a unix domain socket. If the backlog is not positive, a default applies. A null group means the group of
     * the process. The host name in the address of the sockets is the path.
     */
    public static ListeningSockets bind(Path path, int backlog, Set<PosixFilePermission> permissions, String group)
            throws IOException {
        UnixListener unix = UnixListener.bind(path, backlog <= 0 ? DEFAULT_BACKLOG : backlog, permissions, group);
        return new ListeningSockets(unix.channel(), unix, UnixPeer.named("unix:" + path));
    }

    /**
     * Uses the socket that this process has inherited as its standard input.
     *
     * @throws IOException if the standard input is not a listening socket, or another server of this process uses it
     */
    public static ListeningSockets inherit() throws IOException {
        synchronized (ListeningSockets.class) {
            if (inheritedTaken) {
                throw new BindException("Another server in this process already listens on the inherited socket");
            }
            if (!(System.inheritedChannel() instanceof ServerSocketChannel channel)) {
                throw new BindException(
                        "Standard input is not a listening socket, which ringer.listen=inherited requires");
            }
            SocketAddress real = channel.getLocalAddress();
            var sockets = new ListeningSockets(
                    channel,
                    null,
                    real instanceof InetSocketAddress internet ? internet : UnixPeer.named("unix:" + real));
            inheritedTaken = true;
            return sockets;
        }
    }

    /** Whether the socket is inherited, so that the server never closes it, and only stops accepting connections. */
    public boolean keptOpen() {
        return inherited;
    }

    private InetSocketAddress add(InetSocketAddress wanted) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            if (portShared) {
                channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            }
            bind(channel, wanted);
            channel.configureBlocking(false);
            InetSocketAddress real = (InetSocketAddress) channel.getLocalAddress();
            channels.add(channel);
            return real;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void bind(ServerSocketChannel channel, InetSocketAddress wanted) throws IOException {
        try {
            channel.socket().bind(wanted, backlog); // unlike the channel, the socket throws no unchecked exception
        } catch (BindException e) {
            throw withAddress(new BindException(e.getMessage() + ": " + text(wanted)), e);
        } catch (SocketException e) {
            throw withAddress(new SocketException(e.getMessage() + ": " + text(wanted)), e);
        }
    }

    private static SocketException withAddress(SocketException telling, SocketException cause) {
        telling.initCause(cause.getCause() == null ? cause : cause.getCause());
        return telling;
    }

    private static String text(InetSocketAddress address) {
        String numbers = address.getAddress().getHostAddress();
        return (numbers.indexOf(':') < 0 ? numbers : '[' + numbers + ']') + ':' + address.getPort();
    }

    /** Returns the address on which the server listens, with the port that the system chose if port 0 was asked for. */
    public InetSocketAddress address() {
        return address;
    }

    /** Returns the open sockets: {@code count} of them if they share the port, otherwise one. */
    public List<ServerSocketChannel> open(int count) throws IOException {
        try {
            while (portShared && channels.size() < count) {
                add(address);
            }
        } catch (IOException e) {
            // Keep only the first socket: the kernel would give the others connections that nobody accepts.
            close(1);
            throw e;
        }
        return List.copyOf(channels);
    }

    /** Removes the file of a unix domain socket. Only clients that are connected already can still be accepted. */
    public void withdraw() {
        if (unix != null) {
            unix.remove();
        }
    }

    /** Closes all sockets, except an inherited one, which stays open. */
    public void close() {
        if (inherited) {
            synchronized (ListeningSockets.class) {
                inheritedTaken = false;
            }
            return;
        }
        withdraw();
        close(0);
    }

    private void close(int from) {
        List<ServerSocketChannel> closing = channels.subList(from, channels.size());
        for (ServerSocketChannel channel : closing) {
            try {
                channel.close();
            } catch (IOException e) {
                ServerLog.trace("Failed to close a listening socket", e);
            }
        }
        closing.clear();
    }
}
