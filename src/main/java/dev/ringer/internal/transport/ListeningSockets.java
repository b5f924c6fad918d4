package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The sockets on which a server listens: one or, where the port is shared (SO_REUSEPORT), as many as there are loops, among
 * which the kernel spreads new connections. Guarded by the server's lock.
 */
public final class ListeningSockets {
    private static final int DEFAULT_BACKLOG = 1024;

    /** Other systems know SO_REUSEPORT too, but give all connections to one of the sockets. */
    private static final boolean SPREADS = System.getProperty("os.name", "").startsWith("Linux");

    private final List<ServerSocketChannel> channels = new ArrayList<>();
    private final InetSocketAddress address;
    private final int backlog;
    private final boolean portShared;

    private ListeningSockets(InetSocketAddress wanted, int backlog, boolean portShared) throws IOException {
        this.backlog = backlog;
        this.portShared = portShared;
        this.address = add(wanted);
    }

    /**
     * Opens the first socket.
     *
     * @param address where to listen; port 0 for one that is free
     * @param backlog the most connections that wait to be accepted; a default if it is not positive
     * @param sharePort whether there will be several; without effect but on Linux
     * @return the sockets
     * @throws IOException if the address is in use or not this machine's
     */
    public static ListeningSockets bind(InetSocketAddress address, int backlog, boolean sharePort) throws IOException {
        return new ListeningSockets(address, backlog <= 0 ? DEFAULT_BACKLOG : backlog, sharePort && SPREADS);
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
     * Where the server listens.
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
     * @throws IOException if a further one cannot be opened
     */
    public List<ServerSocketChannel> open(int count) throws IOException {
        try {
            while (portShared && channels.size() < count) {
                add(address);
            }
        } catch (IOException e) {
            close(1); // or they would take connections that are never accepted
            throw e;
        }
        return List.copyOf(channels);
    }

    /** Closes all. */
    public void close() {
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
