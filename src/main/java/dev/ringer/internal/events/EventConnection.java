package dev.ringer.internal.events;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.QueuedOutput;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One connection, or one stream of HTTP/2, that carries nothing but server-sent events. The application may send from
 * the moment at which the exchange gave the connection away. All bytes go through {@link EventOutput}.
 *
 * <pre>
 *   OPEN ──we close──► ENDING ──the end leaves──► CLOSED, with a {@link LingeringClose}
 *     └──────────────────┴──connection lost, or the client does not read──► CLOSED
 * </pre>
 *
 * <p>The loop reads what the client sends and drops it, to notice that the client has gone. After
 * {@value #MAX_IGNORED} octets it stops reading, and then only a write shows that.
 *
 * <p>This object is also the only deadline of the stream: for heartbeats, and for a client that does not read. A silent
 * stream retains no buffer. The loop thread owns the state, except where a comment says otherwise.
 */
public final class EventConnection extends Deadline implements ConnectionEvents, QueuedOutput.Owner, EventTarget {
    private static final int MAX_IGNORED = 64 * 1024;
    private static final long NEVER = Long.MAX_VALUE;

    private static final VarHandle CLOSE_BEGUN;

    static {
        try {
            CLOSE_BEGUN = MethodHandles.lookup().findVarHandle(EventConnection.class, "closeBegun", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // never change after construction
    private final EventShared shared;
    private final EventLimits limits;
    private final Transport transport;
    private final EventOutput output;

    // owned by the loop thread
    private long dueAt; // time of the next check, in nanoTime's terms; 0 if none is scheduled
    private int ignored; // octets that the client has sent
    private boolean opened; // whether the loop has given the connection to this object

    // used by several threads
    private volatile boolean closeBegun; // true once the end is queued, or the connection ends without one
    private final CloseActions actions = new CloseActions();

    EventConnection(EventShared shared, EventLimits limits, Transport transport, boolean chunked) {
        this.shared = shared;
        this.limits = limits;
        this.transport = transport;
        output = new EventOutput(this, transport, chunked);
    }

    /** Takes the connection over. Loop only. */
    void open(ByteBuffer received) {
        transport.serveBy(this);
        opened = true;
        ignore(received.remaining());
        checkIn(limits.heartbeatNanos());
    }

    /** Ends the stream if the connection was lost before the loop could give it to this object. Loop only. */
    void requireOpened() {
        if (!opened) {
            end();
        }
    }

    // ---- parts

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

    // ---- for the application: any thread

    @Override
    public void send(byte[] bytes) throws IOException {
        output.takeRoom(bytes.length);
        put(bytes);
    }

    @Override
    public boolean trySend(byte[] bytes) {
        boolean taken = isOpen() && output.tryTakeRoom(bytes.length);
        if (taken) {
            put(bytes);
        }
        return taken;
    }

    private void put(byte[] bytes) {
        output.push(new OutgoingBytes(bytes));
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

    // ---- events

    @Override
    public void onReadable() {
        try {
            int count = transport.read(shared.scratch, 0, shared.scratch.length);
            if (count >= 0) {
                ignore(count);
            } else if (transport.outlivesInput()) {
                transport.watchInput(false);
            } else {
                abort(); // the client has gone
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

    // ---- time limits

    private void checkIn(long nanos) {
        if (nanos == NEVER) {
            return;
        }
        long at = System.nanoTime() + nanos | 1;
        if (dueAt == 0 || at - dueAt < 0) {
            dueAt = at;
            transport.loop().schedule(this, nanos);
        }
    }

    @Override
    protected void onDeadline() {
        dueAt = 0;
        output.offerAgain(); // a full socket reports late that it is writable
        ClientPace pace = output.pace();
        if (pace != null && !transport.judgesReader()) {
            Limit passed = pace.limitPassed();
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

    /** Sends a heartbeat if it is due and the socket takes it. Returns the nanoseconds until the next may be due. */
    private long heartbeat(boolean writable) {
        long left = output.sentAt() + limits.heartbeatNanos() - System.nanoTime();
        if (left > 0) {
            return left;
        }
        if (writable) {
            output.add(new OutgoingBytes(EventTarget.heartbeat()));
            output.send();
        }
        return limits.heartbeatNanos();
    }

    // ---- the end

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
        output.send(); // drops the queued data, since the transport is closed
        transport.release();
        end();
    }

    /** Calls the actions of the application. They may block, so the loop does not call them itself. */
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
            serve(taken); // runs the actions anyway, because the application must learn of the end
        }
    }

    private void serve(List<Runnable> taken) {
        CloseActions.run(taken, shared.failures);
        transport.onServed();
    }

    // ---- memory

    @Override
    public boolean spareable() {
        return true;
    }

    @Override
    public boolean letGo() {
        abort();
        return true;
    }
}
