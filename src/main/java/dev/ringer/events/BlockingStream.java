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
import org.jspecify.annotations.Nullable;

/**
 * An event stream that works with any provider of the JDK's HTTP server API. A thread that sends an event takes a lock
 * and writes the event to the response body. The stream ends when a write fails. Thread-safe.
 */
final class BlockingStream implements EventTarget {
    private static final FailureLog FAILURES = CloseActions.newLog();

    private final HttpExchange exchange;
    private final OutputStream body;
    private final long heartbeatNanos; // time between heartbeats; TimeLimit.OFF for no heartbeats
    private final ReentrantLock writing = new ReentrantLock();

    private final CloseActions actions = new CloseActions();

    // several threads use these fields
    private volatile @Nullable Future<?> heartbeats; // task that sends heartbeats; null if there is none
    private volatile boolean open = true;
    private volatile boolean ended; // whether the exchange has ended; written under the lock
    private volatile long sentAt = System.nanoTime();

    private BlockingStream(HttpExchange exchange, long heartbeatNanos) {
        this.exchange = exchange;
        this.body = exchange.getResponseBody();
        this.heartbeatNanos = heartbeatNanos;
    }

    /** Makes a stream after the response has begun. Flushes the body, so that the client gets the head immediately. */
    static BlockingStream begin(HttpExchange exchange, Duration heartbeat) throws IOException {
        BlockingStream stream = new BlockingStream(exchange, TimeLimit.nanos(heartbeat));
        stream.body.flush();
        if (stream.heartbeatNanos != TimeLimit.OFF) {
            stream.heartbeats = Heartbeats.begin(stream::beat, Math.max(1, stream.heartbeatNanos / 4));
            if (stream.ended) { // a failed heartbeat ended the stream before the field was set
                stream.heartbeats.cancel(false);
            }
        }
        return stream;
    }

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
            throw new IOException("Cannot send the event because the stream is closed");
        }
        try {
            body.write(bytes);
            body.flush();
            sentAt = System.nanoTime();
        } catch (Throwable lost) { // a part of the event may have been sent, so no other event may follow
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
            return false; // the write has failed, and has closed the stream
        } finally {
            unlock();
        }
    }

    /**
     * Sends a heartbeat if the stream has been silent for the time between heartbeats. Sends none if another thread is
     * writing.
     */
    private void beat() {
        if (System.nanoTime() - sentAt >= heartbeatNanos) {
            trySend(EventTarget.heartbeat());
        }
    }

    private void unlock() {
        writing.unlock();
        endIfClosed(); // another thread may have closed the stream while this thread held the lock
    }

    /**
     * Ends the exchange of a closed stream. If another thread holds the lock, does nothing. That thread calls this
     * method when it releases the lock.
     */
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
                if (first) {
                    callActions();
                }
            }
        }
    }

    @Override
    public void close() {
        open = false;
        endIfClosed();
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

    @Override
    public boolean isOpen() {
        return open;
    }
}
