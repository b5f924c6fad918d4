package dev.ringer.internal.transport;

import dev.ringer.internal.descriptors.OpenFiles;
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
 * Accepts new connections from a listening socket, in batches, and gives each connection to an event loop. If accepting
 * fails, usually because no file descriptor is left, the acceptor pauses. Without a pause, it would try again
 * immediately and keep a processor core busy.
 */
public final class Acceptor extends TimerWheel.Entry implements EventLoop.Selected {
    private static final int BATCH = 64;

    /** At a stop, the acceptor accepts at most this many waiting connections, so that a flood cannot delay the stop. */
    private static final int MAX_LAST = 4096;

    /** With more connections than this, the next one is only accepted when {@link FirstUses} is complete. */
    private static final int FEW = 8;

    /** The first response of a JVM should not wait for {@link FirstUses}. */
    private static final long FIRST_USES_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOG_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final EventLoop loop;
    private final ServerSocketChannel channel;
    private final boolean noDelay;
    private final boolean tcp;
    private final EventLoop[] homes;
    private final Map<EventLoop, Protocol> protocols;

    // only the event loop uses these fields
    private int next; // index in `homes` of the loop that gets the next connection
    private SelectionKey key;
    private long nextLog;
    private boolean prepared; // whether FirstUses is complete

    /**
     * Creates an acceptor on {@code loop}, which distributes the new connections over {@code homes}, in turn. The
     * channel must be bound and in non-blocking mode.
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
        // a unix domain socket does not support SO_REUSEADDR
        this.tcp = channel.supportedOptions().contains(StandardSocketOptions.SO_REUSEADDR);
        this.homes = homes;
        this.protocols = protocols;
    }

    /** Begins to accept connections. Called on the loop, or before the loop runs. Fails if the socket is closed. */
    public void open() throws IOException {
        key = loop.register(channel, SelectionKey.OP_ACCEPT, this);
        nextLog = loop.now();
        loop.timers().schedule(this, loop.now() + FIRST_USES_NANOS, loop.now());
    }

    /** Stops accepting, but leaves the socket open. Then calls {@code whenEnded} on the loop. Thread-safe. */
    public void end(Runnable whenEnded) {
        loop.execute(() -> {
            key.cancel();
            loop.timers().remove(this);
            whenEnded.run();
        });
    }

    /**
     * Accepts the connections that wait in the kernel's queue, closes the socket, and then calls {@code whenEnded} on
     * the loop. If the socket were closed first, the waiting connections would be reset. Any thread may call this.
     */
    public void endWithLast(Runnable whenEnded) {
        loop.execute(() -> {
            loop.timers().remove(this);
            try (channel) {
                accept(MAX_LAST);
            } catch (Throwable fault) { // no file descriptor or no memory is left: the waiting connections are lost
                ServerLog.trace("Failed to stop listening on a socket", fault);
            } finally {
                whenEnded.run();
            }
        });
    }

    @Override
    public void onSelected(int readyOps) {
        try {
            acceptBatch();
        } catch (Throwable fault) { // no file descriptor or no memory is left
            pause(fault);
        }
    }

    /** Accepts waiting connections. If no descriptor is left, takes some back from idle downloads, and tries again. */
    private void acceptBatch() throws IOException {
        try {
            accept(BATCH);
        } catch (IOException noDescriptor) {
            if (!channel.isOpen() || !OpenFiles.freeSome()) {
                throw noDescriptor;
            }
            accept(BATCH);
        }
    }

    private void accept(int most) throws IOException {
        SocketChannel accepted;
        for (int left = most; left > 0 && (accepted = channel.accept()) != null; left--) {
            admit(accepted);
        }
    }

    private void admit(SocketChannel accepted) throws IOException {
        InetSocketAddress from;
        try {
            from = SocketConnection.shown(accepted.getRemoteAddress());
            if (loop.openConnections().mustMakeRoom()) {
                loop.connections().closeMostSilent();
            }
            if (!loop.openConnections().tryAdd(from)) {
                discard(accepted);
                return;
            }
            if (!prepared && loop.openConnections().count() > FEW) {
                FirstUses.complete();
                prepared = true;
            }
        } catch (IOException | RuntimeException | Error fault) {
            discard(accepted);
            throw fault;
        }
        place(accepted, from.getAddress());
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
        } catch (Throwable fault) { // only this connection is lost: it was reset already, or no memory is left for it
            ServerLog.trace("Failed to set up a new connection, so the server closed it", fault);
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
            ServerLog.trace("Failed to close a new connection", e);
        }
    }

    private void pause(Throwable cause) {
        if (!key.isValid()) {
            return; // the server is stopping
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
        FirstUses.begin();
        watch(SelectionKey.OP_ACCEPT);
    }

    private void watch(int ops) {
        try {
            key.interestOps(ops);
        } catch (CancelledKeyException ignored) { // the server is stopping
        }
    }
}
