package dev.ringer.internal.events;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.QueuedOutput;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import dev.ringer.internal.time.LimitClock;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One connection, or one stream of HTTP/2, that sends only server-sent events. The exchange that opened the stream has
 * ended. {@link EventOutput} sends all bytes. The application may send events even before the loop has called
 * {@link #open}.
 *
 * <pre>
 *   OPEN ──close()───► ENDING ──the end is sent──► CLOSED, with a {@link LingeringClose}
 *     └──────────────────┴──connection lost, or the client does not read──► CLOSED
 * </pre>
 *
 * <p>The loop reads and drops what the client sends, and so notices the end of the connection. After
 * {@value #MAX_IGNORED} octets the loop stops reading. Then only a failed write shows that the client is gone.
 *
 * <p>This object is also the stream's only {@link Deadline}: for the next heartbeat, and for the check whether the
 * client still reads. A silent stream retains no buffer. Owned by the loop thread, unless a comment says otherwise.
 */
public final class EventConnection extends Deadline implements ConnectionEvents, QueuedOutput.Owner, EventTarget {
    private static final int MAX_IGNORED = 64 * 1024;
    private static final long NEVER = Long.MAX_VALUE;

    private static final VarHandle CLOSE_BEGUN = AtomicField.of(MethodHandles.lookup(), "closeBegun", boolean.class);

    private final EventShared shared;
    private final EventLimits limits;
    private final Transport transport;
    private final EventOutput output;

    // owned by the loop thread
    private int ignored; // octets from the client that were dropped
    private boolean opened; // whether the loop has called open()

    // used by several threads
    private volatile boolean closeBegun; // whether the stream is closing or closed
    private final CloseActions actions = new CloseActions();

    EventConnection(EventShared shared, EventLimits limits, Transport transport, boolean chunked) {
        this.shared = shared;
        this.limits = limits;
        this.transport = transport;
        output = new EventOutput(this, transport, chunked);
    }

    /** Begins to serve the connection. Loop thread only. */
    void open(ByteBuffer received) {
        transport.serveBy(this);
        opened = true;
        ignore(received.remaining());
        checkIn(limits.heartbeatNanos());
    }

    /** Ends the stream if {@link #open} was never called, because the connection was lost before. Loop thread only. */
    void requireOpened() {
        if (!opened) {
            end();
        }
    }

    @Override
    protected Transport transport() {
        return transport;
    }

    @Override
    public EventShared shared() {
        return shared;
    }

    @Override
    public long maxPendingBytes() {
        return limits.maxPendingBytes();
    }

    // ---- methods for the application, on any thread

    @Override
    public void send(byte[] bytes) throws IOException {
        // Make the item before its room is taken. If this throws an OutOfMemoryError, no room needs to be freed.
        OutgoingBytes item = new OutgoingBytes(bytes);
        output.takeRoom(bytes.length);
        put(item);
    }

    @Override
    public boolean trySend(byte[] bytes) {
        OutgoingBytes item = new OutgoingBytes(bytes);
        boolean taken = isOpen() && output.tryTakeRoom(bytes.length);
        if (taken) {
            put(item);
        }
        return taken;
    }

    private void put(OutgoingBytes item) {
        output.push(item);
        output.send();
    }

    @Override
    public void close() {
        if (beginClose()) {
            output.add(OutgoingBytes.end());
            output.send();
        }
    }

    @Override
    public void abort() {
        beginClose();
        transport.close();
    }

    private boolean beginClose() {
        boolean first = CLOSE_BEGUN.compareAndSet(this, false, true);
        if (first) {
            output.wakeAll();
        }
        return first;
    }

    @Override
    public boolean isOpen() {
        return !closeBegun && !transport.closed();
    }

    @Override
    public long pendingBytes() {
        return output.pending();
    }

    @Override
    public void onClose(Runnable action) {
        actions.add(action);
    }

    // ---- events of the connection

    @Override
    public void onReadable() {
        try {
            int count = transport.read(shared.scratch, 0, shared.scratch.length);
            if (count >= 0) {
                ignore(count);
            } else if (transport.outlivesInput()) {
                transport.watchInput(false);
            } else {
                abort(); // the client has closed the connection
            }
        } catch (IOException e) {
            abort();
        }
    }

    private void ignore(int count) {
        ignored += count;
        if (ignored > MAX_IGNORED) {
            transport.watchInput(false);
        }
    }

    @Override
    public void onWritable() {
        output.onRoom();
    }

    @Override
    public void onFull() {
        if (output.fullSince() != 0) {
            transport.watchRoom(true);
            if (!transport.judgesReader()) {
                checkIn(shared.writeStallNanos);
            }
        }
    }

    private void checkIn(long nanos) {
        if (nanos != NEVER && !isDueBy(LimitClock.nanos() + nanos)) {
            transport.loop().schedule(this, nanos);
        }
    }

    @Override
    protected void onDeadline() {
        output.offerAgain(); // try to send now, because the kernel may report a writable socket late
        ClientPace<Limit> pace = output.pace();
        if (pace != null && !transport.judgesReader()) {
            Limit passed = pace.judge();
            if (passed != null) {
                shared.counts.count(passed, transport.remoteAddress());
                abort();
                return;
            }
            checkIn(pace.nanosToCheck());
        }
        if (limits.heartbeatNanos() != NEVER && !closeBegun) {
            checkIn(heartbeat(pace == null));
        }
    }

    /**
     * Sends a heartbeat if the stream has been silent for the heartbeat time and the socket is writable. Returns the
     * nanoseconds until the next heartbeat.
     */
    private long heartbeat(boolean writable) {
        long left = output.sentAt() + limits.heartbeatNanos() - LimitClock.nanos();
        if (left > 0) {
            return left;
        }
        if (writable) {
            output.add(new OutgoingBytes(EventTarget.heartbeat()));
            output.send();
        }
        return limits.heartbeatNanos();
    }

    @Override
    public void onLastSent() {
        if (!transport.closed()) {
            transport.loop().schedule(this, NEVER);
            end();
            new LingeringClose(transport, shared.scratch, shared.counts).begin(shared.lingerNanos);
        }
    }

    @Override
    public boolean closeIfIdle() {
        close();
        return false;
    }

    @Override
    public void onClosed() {
        transport.loop().schedule(this, NEVER);
        output.send(); // the transport is closed, so this call drops the queued data
        transport.release();
        end();
    }

    /** Ends the stream. The application's close actions run on another thread, because they may block. */
    private void end() {
        beginClose();
        List<Runnable> taken = actions.take();
        if (taken == null) {
            return;
        }
        if (taken.isEmpty()) {
            transport.onServed();
        } else {
            transport.loop().runApplication(() -> runServe(taken));
        }
    }

    private void runServe(List<Runnable> taken) {
        if (!shared.tryRun(() -> serve(taken), transport.remoteAddress())) {
            serve(taken); // the executor has rejected the task, so this thread runs the actions itself
        }
    }

    private void serve(List<Runnable> taken) {
        CloseActions.run(taken, shared.failures);
        transport.onServed();
    }

    @Override
    public boolean evictable() {
        return true;
    }

    @Override
    public boolean evict() {
        abort();
        return true;
    }
}
