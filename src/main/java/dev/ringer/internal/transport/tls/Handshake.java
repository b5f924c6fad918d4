package dev.ringer.internal.transport.tls;

import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.HandshakeRecord;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;

/**
 * Performs the handshake of a TLS connection, as the first stage of the connection.
 *
 * <p>Once the client has sent a byte, the first step makes the engine and calls the application's configurator. If the
 * application has overridden methods of the configurator, they run like a handler. Delegated tasks (keys, certificates)
 * run on {@link HandshakeThreads} if the server has an executor, otherwise on the loop. A client that stalls costs a
 * timer, but no thread. The time that a step waits for a thread does not count against the client.
 *
 * <p>The loop owns all state. The exception: while {@code away} is true, the step on another thread owns the state.
 */
final class Handshake extends Deadline implements ConnectionEvents {
    /** The event that the handshake waits for, or the action that ends it. */
    private enum Next {
        INPUT,
        ROOM,
        /** A step on another thread, which may run application code or costly tasks. */
        STEP_AWAY,
        TRAFFIC,
        ALERTED,
        CLOSE
    }

    /** The most reads for one connection before the loop serves the others. */
    private static final int READS_PER_TURN = 8;

    // never change after construction
    private final Transport transport;
    private final Function<String, Protocol> above;
    private final TlsBuffers buffers;
    private final TlsSettings settings;
    private final CiphertextInput input;

    // owned by the loop
    private long dueAt; // the deadline as a nanoTime; Long.MAX_VALUE if there is no deadline
    private boolean away; // whether a step runs on another thread
    private boolean counted; // whether this handshake counts for the limit of its client
    private HandshakeRecord record; // null if nobody records the handshake, or the record has ended

    // owned by the step
    private SSLEngine engine; // null before the first step
    private long begunAt; // time of the handshake's beginning, in milliseconds since the epoch
    private RecordWriter writer;
    private Next next = Next.INPUT;

    Handshake(TlsSettings settings, Function<String, Protocol> above, TlsBuffers buffers, Transport transport) {
        this.transport = transport;
        this.settings = settings;
        this.above = above;
        this.buffers = buffers;
        this.input = new CiphertextInput(transport, buffers);
        limit(settings.handshakeNanos);
    }

    /** Begins the handshake with the bytes that an earlier stage has read. */
    void begin(ByteBuffer received) {
        if (received.hasRemaining()) {
            input.accept(received);
            turn();
        }
    }

    // ---- events

    @Override
    protected Transport transport() {
        return transport;
    }

    @Override
    public void onReadable() {
        turn();
    }

    @Override
    public void onWritable() {
        turn();
    }

    @Override
    protected void onDeadline() {
        settings.counts.count(Limit.TLS_HANDSHAKE_TIMEOUT, transport().remoteAddress());
        transport().close();
    }

    @Override
    public boolean awaitsFirstRequest() {
        return true;
    }

    @Override
    public boolean closeIfIdle() {
        transport().close();
        return true;
    }

    @Override
    public void onClosed() {
        limit(Long.MAX_VALUE);
        if (!away) {
            release();
        }
    }

    @Override
    public boolean spareable() {
        return !away;
    }

    @Override
    public boolean letGo() {
        if (away) {
            return false;
        }
        transport().close();
        return true;
    }

    private void release() {
        leave();
        endRecord(null, false);
        input.release();
        if (writer != null) {
            writer.release();
        }
    }

    // ---- on the loop

    private void turn() {
        if (away || engine == null && !(hasSpoken() && enter())) {
            return;
        }
        boolean mustGoAway = engine == null && (settings.executor != null || settings.engines.runsApplicationCode());
        if (mustGoAway) {
            next = Next.STEP_AWAY;
        } else {
            step(settings.executor == null);
        }
        follow();
    }

    /** Whether any byte has come from the client. Closes the connection if the client has ended it. */
    private boolean hasSpoken() {
        try {
            return !input.isEmpty() || fill();
        } catch (IOException e) {
            ServerLog.trace("A connection was lost before its TLS handshake", e);
            transport().close();
            return false;
        } finally {
            input.settle();
        }
    }

    /**
     * Counts the handshake. Closes the connection and returns false if its client has too many handshakes in progress.
     */
    private boolean enter() {
        counted =
                settings.handshakesOfClient.tryEnter(transport().remoteAddress().getAddress());
        if (!counted) {
            settings.counts.count(Limit.MAX_HANDSHAKES_PER_CLIENT, transport().remoteAddress());
            transport().close();
            return false;
        }
        EventRecorder recorder = EventRecorder.current();
        record = recorder == null ? null : recorder.beginHandshake();
        return true;
    }

    private void leave() {
        if (counted) {
            counted = false;
            settings.handshakesOfClient.leave(transport().remoteAddress().getAddress());
        }
    }

    private void follow() {
        switch (next) {
            case INPUT -> watch(true, false);
            case ROOM -> watch(false, true);
            case STEP_AWAY -> goAway();
            case TRAFFIC -> carryTraffic();
            case ALERTED -> linger();
            case CLOSE -> transport().close();
        }
    }

    private void watch(boolean input, boolean room) {
        transport().watchInput(input);
        transport().watchRoom(room);
    }

    private void limit(long nanos) {
        dueAt = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + nanos;
        transport().loop().schedule(this, nanos);
    }

    private void goAway() {
        long left = dueAt == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(1, dueAt - System.nanoTime());
        limit(Long.MAX_VALUE);
        watch(false, false);
        away = true;
        if (engine == null && settings.engines.runsApplicationCode()) {
            transport().loop().runApplication(() -> dispatch(left));
        } else {
            settings.threads.execute(() -> stepAway(left));
        }
    }

    private void comeBack(long timeLeft) {
        away = false;
        if (transport().closed()) {
            release();
        } else {
            limit(timeLeft);
            follow();
        }
    }

    private void carryTraffic() {
        leave();
        limit(Long.MAX_VALUE);
        boolean resumed = engine.getSession().getCreationTime() < begunAt;
        settings.counts.traffic().onHandshake(resumed);
        endRecord(engine.getSession(), resumed);
        TlsConnection connection = new TlsConnection(transport(), engine, input, writer, buffers);
        transport().serveBy(connection);
        watch(true, false);
        connection.open(above.apply(Objects.requireNonNullElse(engine.getApplicationProtocol(), "")));
    }

    private void endRecord(SSLSession session, boolean resumed) {
        HandshakeRecord ended = record;
        record = null;
        if (ended != null) {
            String alpn = session == null ? "" : Objects.requireNonNullElse(engine.getApplicationProtocol(), "");
            ended.end(transport().remoteAddress(), session, resumed, alpn);
        }
    }

    private void linger() {
        settings.counts.traffic().onHandshakeFailure();
        limit(Long.MAX_VALUE);
        release();
        new LingeringClose(transport(), buffers.loopBuffer().array(), settings.counts).begin(settings.lingerNanos);
    }

    // ---- steps

    private void dispatch(long timeLeft) {
        if (settings.executor == null) {
            stepAway(timeLeft);
            return;
        }
        try {
            settings.executor.execute(() -> stepAway(timeLeft));
        } catch (Throwable failure) { // the executor rejects the step or is broken, which costs only this connection
            settings.counts.count(Limit.EXECUTOR, transport().remoteAddress());
            ServerLog.taskRejected(failure);
            next = Next.CLOSE;
            transport().loop().execute(() -> comeBack(timeLeft));
        }
    }

    private void stepAway(long timeLeft) {
        try {
            step(true);
        } finally {
            transport().loop().execute(() -> comeBack(timeLeft));
        }
    }

    /**
     * Continues the handshake as far as possible, and notes what must happen next.
     *
     * @param tasks whether this thread may run delegated tasks
     */
    private void step(boolean tasks) {
        next = Next.CLOSE; // remains if an error ends this step
        try {
            if (engine != null || makeEngine()) {
                next = advance(tasks);
            }
        } catch (SSLException | RuntimeException e) { // a trust manager may throw anything
            ServerLog.trace("A TLS handshake failed", e);
            if (record != null) {
                record.failed(e);
            }
            if (writer != null) {
                writer.sendAlert();
                next = Next.ALERTED;
            }
        } catch (IOException e) {
            ServerLog.trace("A connection was lost in its TLS handshake", e);
        } catch (Error e) {
            ServerLog.unexpected("A TLS handshake failed", e);
        } finally {
            input.settle();
        }
    }

    private boolean makeEngine() throws SSLException {
        try {
            engine = settings.engines.newEngine(transport().remoteAddress());
        } catch (Throwable failure) { // an error of application code may end this connection, but not the thread
            settings.configuratorFailures.failed(failure);
            return false;
        }
        writer = new RecordWriter(transport(), engine, buffers);
        begunAt = System.currentTimeMillis();
        engine.beginHandshake();
        return true;
    }

    private Next advance(boolean tasks) throws IOException {
        for (int reads = 0; ; ) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> {
                    if (!tasks) {
                        return Next.STEP_AWAY;
                    }
                    runTasks();
                }
                case NEED_WRAP -> {
                    if (!writer.wrapControl() && !writer.flush()) {
                        return Next.ROOM;
                    }
                }
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (!unwrap()) {
                        if (!writer.flush()) {
                            return Next.ROOM;
                        }
                        if (reads++ == READS_PER_TURN || !fill()) {
                            return Next.INPUT;
                        }
                    }
                }
                case NOT_HANDSHAKING, FINISHED -> {
                    // If the first request has arrived already, session tickets may leave with its response.
                    return input.hasWholeRecord() || writer.flush() ? Next.TRAFFIC : Next.ROOM;
                }
            }
        }
    }

    private void runTasks() {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
            task.run();
        }
    }

    private boolean fill() throws IOException {
        int count = input.fill();
        if (count < 0) {
            throw new EOFException("The client went away");
        }
        return count > 0;
    }

    /** Processes one record. Returns false if no record is complete. */
    private boolean unwrap() throws SSLException {
        if (input.isEmpty()) {
            return false;
        }
        SSLEngineResult result = engine.unwrap(input.bytes(), TlsBuffers.EMPTY);
        return switch (result.getStatus()) {
            case OK -> true;
            case BUFFER_UNDERFLOW -> false;
            case BUFFER_OVERFLOW -> throw new SSLException("Data within a handshake");
            case CLOSED -> throw new SSLException("The client ended its handshake");
        };
    }
}
