package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.UnixPeer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The sockets on which a server listens. There is one or, where the port is shared (SO_REUSEPORT), one for each loop:
 * the kernel then spreads new connections over them. A single socket may be a unix domain socket, or an inherited one,
 * with which the process was started. An inherited socket stays open at the end: it is not ours, and the JDK would
 * close the process's output with it. Guarded by the server's lock until the server stops.
 */
public final class ListeningSockets {
    private static final int DEFAULT_BACKLOG = 1024;

    /**
     * Whether sockets on one port share connections. Other systems know SO_REUSEPORT, but give all to one of the
     * sockets.
     */
    private static final boolean SPREADS = System.getProperty("os.name", "").startsWith("Linux");

    private static boolean inheritedTaken; // guarded by the class

    private final List<ServerSocketChannel> channels = new ArrayList<>();
    private final InetSocketAddress address;
    private final int backlog;
    private final boolean portShared;
    private final UnixListener unix; // null for sockets of the Internet
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
     * Opens the first socket.
     *
     * @param address where to listen; port 0 for one that is free
     * @param backlog the most connections that wait to be accepted; a default if it is not positive
     * @param sharePort whether there will be several sockets; has an effect on Linux only
     * @return the sockets
     * @throws IOException if the address is in use or does not belong to this machine
     */
    public static ListeningSockets bind(InetSocketAddress address, int backlog, boolean sharePort) throws IOException {
        return new ListeningSockets(address, backlog <= 0 ? DEFAULT_BACKLOG : backlog, sharePort && SPREADS);
    }

    /**
     * Opens a unix domain socket.
     *
     * @param path the name of the socket
     * @param backlog the most connections that wait to be accepted; a default if it is not positive
     * @param permissions who may connect
     * @param group the group of the socket; empty for the process's own group
     * @return the sockets, whose address has the path as its host name
     * @throws IOException if another server listens there, or the socket cannot be made
     */
    public static ListeningSockets bind(Path path, int backlog, Set<PosixFilePermission> permissions, String group)
            throws IOException {
        UnixListener unix = UnixListener.bind(path, backlog <= 0 ? DEFAULT_BACKLOG : backlog, permissions, group);
        return new ListeningSockets(unix.channel(), unix, UnixPeer.named("unix:" + path));
    }

    /**
     * Takes the socket that the process was started with as its standard input.
     *
     * @return the sockets
     * @throws IOException if there is no listening socket, or another server of this process uses it
     */
    public static ListeningSockets inherit() throws IOException {
        synchronized (ListeningSockets.class) {
            if (inheritedTaken) {
                throw new BindException("Another server of this process listens on the inherited socket");
            }
            if (!(System.inheritedChannel() instanceof ServerSocketChannel channel)) {
                throw new BindException("The standard input of this process is no socket that listens");
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

    /**
     * Whether the sockets stay open at the end, so that their acceptors must be ended.
     *
     * @return true for an inherited socket
     */
    public boolean keptOpen() {
        return inherited;
    }

    private InetSocketAddress add(InetSocketAddress wanted) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            if (portShared) {
                channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            }
            channel.bind(wanted, backlog);
            channel.configureBlocking(false);
            InetSocketAddress real = (InetSocketAddress) channel.getLocalAddress();
            channels.add(channel);
            return real;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Returns the address on which the server listens.
     *
     * @return the address with the real port
     */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Opens as many sockets as are wanted and possible.
     *
     * @param count how many are wanted
     * @return that many sockets if the port is shared, otherwise one
     * @throws IOException if a further socket cannot be opened
     */
    public List<ServerSocketChannel> open(int count) throws IOException {
        try {
            while (portShared && channels.size() < count) {
                add(address);
            }
        } catch (IOException e) {
            close(1); // the others would take connections that nobody accepts
            throw e;
        }
        return List.copyOf(channels);
    }

    /**
     * Removes the name of a unix domain socket, so that nobody connects any more. Earlier clients can still be
     * accepted.
     */
    public void withdraw() {
        if (unix != null) {
            unix.remove();
        }
    }

    /** Closes all sockets, except an inherited one. */
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
                ServerLog.trace("A listening socket did not close in order", e);
            }
        }
        closing.clear();
    }
}
