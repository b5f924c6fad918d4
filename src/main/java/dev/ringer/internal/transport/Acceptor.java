package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.time.TimerWheel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Accepts new connections from a listening socket, in batches, and gives each connection to a loop. The acceptor pauses
 * when accepting fails, mostly because no descriptor is left. The socket stays ready, so trying again at once would
 * keep a core busy.
 */
public final class Acceptor extends TimerWheel.Entry implements EventLoop.Selected {
    private static final int BATCH = 64;

    /**
     * The most connections that the acceptor accepts when the server stops: about as many as can wait in the kernel's
     * queue. Without a limit, a flood of new connections would keep the server from stopping.
     */
    private static final int MAX_LAST = 4096;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOG_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    // never change after construction
    private final EventLoop loop;
    private final ServerSocketChannel channel;
    private final boolean noDelay;
    private final boolean tcp;
    private final EventLoop[] homes;
    private final Map<EventLoop, Protocol> protocols;

    // owned by the loop
    private int next; // index in homes of the loop that gets the next connection
    private SelectionKey key;
    private long nextLog;

    /**
     * Creates an acceptor that does not accept yet.
     * @param loop the loop that accepts
     * @param channel a bound socket in non-blocking mode
     * @param noDelay whether to set TCP_NODELAY on connections
     * @param homes the loops that get the connections in turn
     * @param protocols the protocol that serves the connections of each loop
     */
    public Acceptor(
            EventLoop loop,
            ServerSocketChannel channel,
            boolean noDelay,
            EventLoop[] homes,
            Map<EventLoop, Protocol> protocols) {
        this.loop = loop;
        this.channel = channel;
        this.noDelay = noDelay;
        // a unix domain socket does not support this option
        this.tcp = channel.supportedOptions().contains(StandardSocketOptions.SO_REUSEADDR);
        this.homes = homes;
        this.protocols = protocols;
    }

    /**
     * Begins to accept. Called on the loop, or before the loop runs.
     *
     * @throws IOException if the socket is closed
     */
    public void open() throws IOException {
        key = loop.register(channel, SelectionKey.OP_ACCEPT, this);
        nextLog = loop.now();
    }

    /**
     * Stops accepting, leaves the socket open, and then calls {@code whenEnded} on the loop. Any thread may call this.
     */
    public void end(Runnable whenEnded) {
        loop.execute(() -> {
            key.cancel();
            loop.timers().remove(this);
            whenEnded.run();
        });
    }

    /**
     * Accepts the connections that wait in the kernel's queue, and then closes the socket. Closing it first would reset
     * these connections. At the end calls {@code whenEnded} on the loop. Any thread may call this method.
     */
    public void endWithLast(Runnable whenEnded) {
        loop.execute(() -> {
            loop.timers().remove(this);
            try (channel) {
                for (int i = 0; i < MAX_LAST && tryAccept(); i++) {}
            } catch (Throwable fault) { // no descriptor or memory is left: the waiting connections are lost
                ServerLog.trace("A listening socket did not end in order", fault);
            } finally {
                whenEnded.run();
            }
        });
    }

    @Override
    public void onSelected(int readyOps) {
        try {
            for (int i = 0; i < BATCH && tryAccept(); i++) {}
        } catch (Throwable fault) { // no descriptor or no memory is left
            pause(fault);
        }
    }

    /** Accepts one connection. Returns false if no connection waits. */
    private boolean tryAccept() throws IOException {
        SocketChannel accepted = channel.accept();
        if (accepted != null) {
            admit(accepted);
        }
        return accepted != null;
    }

    private void admit(SocketChannel accepted) throws IOException {
        boolean admitted = false;
        InetAddress client = null;
        try {
            InetSocketAddress from = SocketConnection.shown(accepted.getRemoteAddress());
            client = from.getAddress();
            admitted = loop.openConnections().tryAdd(from);
        } finally {
            if (!admitted) {
                discard(accepted);
            }
        }
        if (admitted) {
            place(accepted, client);
        }
    }

    private void place(SocketChannel accepted, InetAddress client) {
        EventLoop home = homes[next];
        next = (next + 1) % homes.length;
        if (home == loop) {
            take(accepted, client, home);
        } else {
            home.execute(() -> take(accepted, client, home));
        }
    }

    private void take(SocketChannel accepted, InetAddress client, EventLoop home) {
        if (home.stopped()) {
            refuse(accepted, client);
            return;
        }
        SocketConnection connection = null;
        try {
            accepted.configureBlocking(false);
            if (tcp) {
                accepted.setOption(StandardSocketOptions.TCP_NODELAY, noDelay);
                accepted.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            }
            connection = new SocketConnection(home, accepted);
            connection.open(protocols.get(home));
        } catch (Throwable fault) { // a connection that was reset already, or no memory: only this connection is lost
            ServerLog.trace("A new connection is lost", fault);
            if (connection == null) {
                refuse(accepted, client);
            } else {
                connection.close();
            }
        }
    }

    private void refuse(SocketChannel accepted, InetAddress client) {
        loop.openConnections().remove(client);
        discard(accepted);
    }

    private static void discard(SocketChannel accepted) {
        try {
            accepted.close();
        } catch (IOException e) {
            ServerLog.trace("A new connection did not close in order", e);
        }
    }

    private void pause(Throwable cause) {
        if (!key.isValid()) {
            return; // the server stops
        }
        long now = loop.now();
        if (nextLog - now <= 0) {
            ServerLog.acceptFailed(cause);
            nextLog = now + LOG_INTERVAL_NANOS;
        }
        watch(0);
        loop.timers().schedule(this, now + PAUSE_NANOS, now);
    }

    @Override
    public void expire() {
        watch(SelectionKey.OP_ACCEPT);
    }

    private void watch(int ops) {
        try {
            key.interestOps(ops);
        } catch (CancelledKeyException ignored) { // the server stops
        }
    }
}
