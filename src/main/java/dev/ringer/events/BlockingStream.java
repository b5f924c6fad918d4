package dev.ringer.events;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.events.CloseActions;
import dev.ringer.internal.events.EventTarget;
import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A stream on any provider. Each event is written to the body of the response, under a lock, by the thread that sends
 * it. The stream ends when a write fails. Thread-safe.
 */
final class BlockingStream implements EventTarget {
    private static final FailureLog FAILURES = CloseActions.newLog();

    // fixed
    private final HttpExchange exchange;
    private final OutputStream body;
    private final long heartbeatNanos; // TimeLimit.OFF for none
    private final ReentrantLock writing = new ReentrantLock();

    private final CloseActions actions = new CloseActions();

    // shared
    private volatile Future<?> heartbeats; // null if there are none
    private volatile boolean open = true;
    private volatile boolean ended; // whether the exchange was ended; written under the lock
    private volatile long sentAt = System.nanoTime();

    private BlockingStream(HttpExchange exchange, long heartbeatNanos) {
        this.exchange = exchange;
        this.body = exchange.getResponseBody();
        this.heartbeatNanos = heartbeatNanos;
    }

    /** Opens a stream whose head has been sent, and sends it to the client. */
    static BlockingStream begin(HttpExchange exchange, Duration heartbeat) throws IOException {
        BlockingStream stream = new BlockingStream(exchange, TimeLimit.nanos(heartbeat));
        stream.body.flush();
        if (stream.heartbeatNanos != TimeLimit.OFF) {
            stream.heartbeats = Heartbeats.begin(stream::beat, Math.max(1, stream.heartbeatNanos / 4));
            if (stream.ended) { // perhaps before there was anything to cancel
                stream.heartbeats.cancel(false);
            }
        }
        return stream;
    }

    // ---- sending

    @Override
    public void send(byte[] bytes) throws IOException {
        writing.lock();
        try {
            writeLocked(bytes);
        } finally {
            unlock();
        }
    }

    private void writeLocked(byte[] bytes) throws IOException {
        if (!open) {
            throw new IOException("The event stream is closed");
        }
        try {
            body.write(bytes);
            body.flush();
            sentAt = System.nanoTime();
        } catch (IOException lost) {
            open = false;
            throw lost;
        }
    }

    @Override
    public boolean trySend(byte[] bytes) {
        if (!open || !writing.tryLock()) {
            return false;
        }
        try {
            writeLocked(bytes);
            return true;
        } catch (IOException lost) {
            return false; // the stream is closed now
        } finally {
            unlock();
        }
    }

    /** Sends a heartbeat if one is due. While a thread is writing, none is needed. */
    private void beat() {
        if (System.nanoTime() - sentAt >= heartbeatNanos) {
            trySend(EventTarget.heartbeat());
        }
    }

    /** Releases the lock. Each thread that had the lock does so by this method. */
    private void unlock() {
        writing.unlock();
        endIfClosed(); // another thread may have closed the stream while this one had the lock
    }

    // ---- the end

    /** Ends the exchange of a closed stream, unless a thread has the lock. That thread calls this method later. */
    private void endIfClosed() {
        while (!open && !ended && writing.tryLock()) {
            boolean first = !ended;
            ended = true;
            try {
                if (first) {
                    exchange.close();
                }
            } finally {
                writing.unlock();
            }
            if (first) {
                callActions();
            }
        }
    }

    @Override
    public void close() {
        open = false;
        endIfClosed();
    }

    @Override
    public void abort() {
        close();
    }

    private void callActions() {
        Future<?> begun = heartbeats;
        if (begun != null) {
            begun.cancel(false);
        }
        CloseActions.run(actions.take(), FAILURES);
    }

    @Override
    public void onClose(Runnable action) {
        actions.add(action);
    }

    // ---- state

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public long pendingBytes() {
        return 0;
    }
}
