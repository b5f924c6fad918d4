package dev.ringer.internal.transport.tls;

import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.HandshakeResult;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.LogText;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.LimitClock;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;

/**
 * Performs the handshake with which a TLS connection begins.
 *
 * <p>The handshake is done in steps. When the client has sent a byte, the first step makes the TLS engine, and calls
 * the application's {@code HttpsConfigurator}. If the application has overridden methods of that class, they run on the
 * same threads as handlers. Computations with keys and certificates run on {@link TlsSettings#threads} if the server
 * has an executor, otherwise on the loop. No thread waits for a slow client. If a step waits for a thread, the client's
 * time limit does not run.
 */
final class Handshake extends Deadline implements ConnectionEvents {
    /** The event for which the handshake waits, or the action that ends the handshake. */
    private enum Next {
        INPUT,
        ROOM,
        /** A step on another thread, because the step may run application code or take long. */
        STEP_AWAY,
        TRAFFIC,
        ALERTED,
        CLOSE
    }

    /** The most reads from one connection before the loop serves its other connections. */
    private static final int READS_PER_TURN = 8;

    private final Transport transport;
    private final Function<String, Protocol> above;
    private final TlsBuffers buffers;
    private final TlsSettings settings;
    private final CiphertextInput input;

    // only the event loop uses these fields
    private long dueAt; // time limit, as a time of LimitClock; Long.MAX_VALUE if there is none
    private boolean away; // whether another thread does a step of the handshake
    private long endedBefore; // how many steps had ended at the last check for blocked threads, while `away`
    private boolean unjudged; // whether there are bytes that were received before this object existed
    private boolean counted; // whether this handshake counts towards the limit on its client's handshakes

    // while `away` is true, only the thread that does a step uses these fields; otherwise only the event loop
    private SSLEngine engine; // null before the first step
    // for the Flight Recorder; null if the handshake is not recorded, or if the record is complete
    private Consumer<HandshakeResult> record;
    private String failedBy; // for the record, what made the handshake fail; null if nothing has
    // time at which the handshake began, in milliseconds since the epoch
    private long begunAt;
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

    /** Begins the handshake. {@code received} has the bytes that were read before. */
    void begin(ByteBuffer received) {
        if (received.hasRemaining()) {
            input.accept(received);
            unjudged = true;
            turn();
        }
    }

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
        if (away) {
            settings.threads.growIfBlocked(endedBefore);
            checkThreadsSoon();
            return;
        }
        onReadable(); // the loop may have been busy since it last looked at the socket
        boolean over = dueAt == Long.MAX_VALUE || transport().closed(); // or a step of the handshake is away
        if (over) {
            return;
        }
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
    public boolean evictable() {
        return !away;
    }

    @Override
    public boolean evict() {
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

    private void turn() {
        if (away || engine == null && !(hasSpoken() && speaksTls() && enter())) {
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

    /** Whether the client has sent new bytes. If the client has closed the connection, closes it too. */
    private boolean hasSpoken() {
        try {
            return unjudged || fill();
        } catch (IOException e) {
            ServerLog.trace("Connection lost before the TLS handshake", e);
            transport().close();
            return false;
        } finally {
            unjudged = false;
            input.settle();
        }
    }

    /**
     * Whether the first bytes are no HTTP in clear text. If they are, answers in clear text, and closes the connection.
     */
    private boolean speaksTls() {
        ClearText.Verdict verdict = ClearText.judge(input.bytes());
        if (verdict == ClearText.Verdict.YES) {
            try {
                transport().write(ClearText.response(input.bytes()));
                linger();
            } catch (IOException e) {
                ServerLog.trace("Failed to tell a client that this port requires TLS", e);
                transport().close();
            }
        }
        return verdict == ClearText.Verdict.NO;
    }

    /** Counts the handshake for its client. If the client has too many, closes the connection and returns false. */
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
        dueAt = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : LimitClock.nanos() + nanos;
        transport().loop().schedule(this, nanos);
    }

    private void goAway() {
        long left = dueAt == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(1, dueAt - LimitClock.nanos());
        limit(Long.MAX_VALUE);
        watch(false, false);
        if (engine == null && settings.engines.runsApplicationCode()) {
            transport().loop().runApplication(() -> dispatch(left));
        } else {
            settings.threads.execute(() -> stepAway(left, true));
            checkThreadsSoon();
        }
        // Set this only now: if no thread can be created, no step is away, and onClosed() must release everything.
        away = true;
    }

    /** If steps wait for a thread, schedules a check whether all threads are blocked. */
    private void checkThreadsSoon() {
        if (settings.threads.busy()) {
            endedBefore = settings.threads.ended();
            transport().loop().schedule(this, HandshakeThreads.MOMENT_NANOS);
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
        Consumer<HandshakeResult> ended = record;
        record = null;
        if (ended != null) {
            String alpn = session == null ? "" : Objects.requireNonNullElse(engine.getApplicationProtocol(), "");
            ended.accept(new HandshakeResult(transport().remoteAddress(), session, resumed, alpn, failedBy));
        }
    }

    private void linger() {
        settings.counts.traffic().onHandshakeFailure();
        limit(Long.MAX_VALUE);
        release();
        new LingeringClose(transport(), buffers.loopBuffer().array(), settings.counts).begin(settings.lingerNanos);
    }

    private void dispatch(long timeLeft) {
        if (settings.executor == null) {
            stepAway(timeLeft, true);
            return;
        }
        try {
            // computations follow on other threads: if they block, they must not take those of the handlers
            settings.executor.execute(() -> stepAway(timeLeft, false));
        } catch (Throwable failure) { // the executor rejects the task or fails: this ends only one connection
            settings.counts.count(Limit.EXECUTOR, transport().remoteAddress());
            ServerLog.taskRejected(failure);
            next = Next.CLOSE;
            transport().loop().execute(() -> comeBack(timeLeft));
        }
    }

    private void stepAway(long timeLeft, boolean tasks) {
        try {
            step(tasks);
        } finally {
            transport().loop().execute(() -> comeBack(timeLeft));
        }
    }

    /**
     * Continues the handshake as far as possible, and sets {@code next} to what must happen afterwards.
     *
     * @param tasks whether this thread may run computations that take long
     */
    private void step(boolean tasks) {
        next = Next.CLOSE; // remains CLOSE if an exception ends this step
        try {
            if (engine != null || makeEngine()) {
                next = advance(tasks);
            }
        } catch (SSLException | RuntimeException e) { // a trust manager of the application may throw anything
            ServerLog.trace("TLS handshake failed", e);
            failedBy = record == null ? null : LogText.line(e);
            if (writer != null) {
                writer.sendAlert();
                next = Next.ALERTED;
            }
        } catch (IOException e) {
            ServerLog.trace("Connection lost during the TLS handshake", e);
        } catch (Error e) {
            ServerLog.unexpected("Unexpected error in a TLS handshake; closed the connection", e);
        } finally {
            input.settle();
        }
    }

    private boolean makeEngine() throws SSLException {
        try {
            engine = settings.engines.newEngine(transport().remoteAddress());
        } catch (Throwable failure) { // an error of application code ends only this connection, not the thread
            settings.configuratorFailures.failed(
                    failure, "closed the connection from " + transport().remoteAddress());
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
                    // If the first request has arrived already, do not flush: the response takes session tickets along.
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
            throw new EOFException("The client closed the connection during the TLS handshake");
        }
        return count > 0;
    }

    /** Processes one record. Returns false if no complete record has been received. */
    private boolean unwrap() throws SSLException {
        if (input.isEmpty()) {
            return false;
        }
        SSLEngineResult result = engine.unwrap(input.bytes(), TlsBuffers.EMPTY);
        return switch (result.getStatus()) {
            case OK -> true;
            case BUFFER_UNDERFLOW -> false;
            case BUFFER_OVERFLOW -> throw new SSLException("Application data received during the TLS handshake");
            case CLOSED -> throw new SSLException("The client ended the TLS handshake");
        };
    }
}
