package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.HeadScan;
import dev.ringer.internal.http1.codec.Tokens;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.RequestRefused;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.Violation;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One connection that speaks HTTP/1: which phase it is in, and how it gets from one request to the next.
 *
 * <pre>
 *   HEAD ──────► EXCHANGE ──────► HEAD                 the response has left, the body was read
 *    │              │ └──► SENDING ──► (what follows)  the client is slow to take its end
 *    │              ├────► DRAINING ──► HEAD           a small rest of the body is dropped first
 *    │ refused      ├────► LINGERING                   the answer must not be lost to a reset: {@link LingeringClose}
 *    └─► LINGERING  └────► closed
 * </pre>
 *
 * <p>The fields belong to the owner of the connection, which {@link Lending} tells: the loop, or during an exchange the
 * thread that ends it. A response is sent by the thread that writes it; what the client is too slow to take of its end, the
 * loop sends. The deadline is the loop's; other threads leave in {@code dueAt} when it is due, and it is never due earlier
 * than it is looked at.
 */
final class Http1Connection extends Deadline implements ConnectionEvents {
    private enum Phase {
        HEAD,
        EXCHANGE,
        SENDING,
        DRAINING,
        LINGERING,
        CLOSED
    }

    // fixed
    private final Http1Protocol protocol;
    private final ConnectionInput input;
    private final ConnectionOutput output;
    private final TotalTimes times; // the loop's; null where neither requests nor responses as a whole are limited
    private final Lending lending = new Lending();

    // the owner's
    private Phase phase = Phase.HEAD;
    private Phase afterSending = Phase.HEAD;
    private HeadReceiver head; // not null while a head is incomplete
    private boolean countedIdle;
    private Http1Stream current;
    private ConnectionTask takingBack; // made when it is needed first
    private Drain drain; // of the rest of a body; null unless draining
    private long dueAt = Long.MAX_VALUE; // in nanoTime's terms; without meaning during an exchange

    // the loop's
    private boolean sendsDueShortly;

    Http1Connection(Http1Protocol protocol, Transport transport) {
        super(transport);
        this.protocol = protocol;
        input = new ConnectionInput(transport, protocol.shared());
        output = new ConnectionOutput(transport, protocol.shared());
        times = protocol.shared().limitsTotals() ? new TotalTimes(protocol.shared()) : null;
    }

    /** Begins to serve. Loop only. */
    void open(ByteBuffer received) {
        transport().serveBy(this);
        limit(shared().silenceNanos());
        if (received.hasRemaining()) {
            input.accept(received);
            serve();
        }
    }

    Http1Shared shared() {
        return protocol.shared();
    }

    Transport connection() {
        return transport();
    }

    ConnectionOutput output() {
        return output;
    }

    RequestBody newBody(Http1Stream stream, long length) {
        return length < 0
                ? RequestBody.chunked(transport(), input, stream, shared().chunkLimits)
                : RequestBody.ofLength(transport(), input, stream, length);
    }

    /** Leaves HTTP. For the application, while it owns the connection. */
    RequestBody newRaw(Http1Stream stream) {
        return RequestBody.raw(transport(), input, stream);
    }

    // ---- events

    @Override
    public void onReadable() {
        if (lending.noteInput()) {
            transport().watchInput(false);
            return;
        }
        switch (phase) {
            case HEAD -> readHead();
            case DRAINING -> drain();
            case EXCHANGE, SENDING, LINGERING, CLOSED -> transport().watchInput(false);
        }
    }

    @Override
    public void onWritable() {
        if (!lending.lent() && phase == Phase.SENDING) {
            send();
        } else {
            transport().watchRoom(false);
            sendDue();
        }
    }

    @Override
    public boolean closeIfIdle() {
        boolean busy = lending.lent() || phase != Phase.HEAD || input.size() > 0 || head != null;
        if (!busy) {
            transport().closeInOrder();
        }
        return !busy;
    }

    @Override
    public void onClosed() {
        if (!lending.noteClosed()) {
            releaseAll();
        }
    }

    private void releaseAll() {
        recycle();
        if (!input.detached()) {
            transport().release();
        }
    }

    private void recycle() {
        phase = Phase.CLOSED;
        transport().loop().schedule(this, Long.MAX_VALUE);
        endHead();
        uncountIdle();
        input.releaseUnlessDetached();
        output.abandon();
    }

    // ---- the deadline

    /** Sets the deadline. Loop only. */
    private void limit(long nanos) {
        dueAt = nanosFromNow(nanos);
        transport().loop().schedule(this, nanos);
    }

    private static long nanosFromNow(long nanos) {
        return nanos == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + nanos;
    }

    /** Looks again after the time of an idle connection: whenever an exchange ends, it is idle no earlier. */
    private void lookAgain(long left) {
        transport().loop().schedule(this, Math.min(left, shared().idleNanos));
    }

    @Override
    protected void onDeadline() {
        if (lending.lent()) {
            checkTotals();
            return;
        }
        long left = dueAt == Long.MAX_VALUE ? dueAt : dueAt - System.nanoTime();
        if (left > 0) {
            lookAgain(left);
        } else if (phase == Phase.DRAINING) {
            drain = null;
            linger();
        } else if (phase != Phase.HEAD) {
            transport().close();
        } else if (head != null && head.timed()) {
            refuse(Violation.HEAD_TOO_SLOW);
        } else {
            transport().closeInOrder();
        }
    }

    /** Closes the connection if the request has taken too long to come, or the response to be given. */
    private void checkTotals() {
        Http1Stream stream = current;
        long left = times == null || stream == null || stream.raw() ? Long.MAX_VALUE : times.left(stream.body());
        if (left > 0) {
            lookAgain(left);
        } else {
            transport().close();
        }
    }

    // ---- heads

    private void readHead() {
        try {
            int count = input.fill(protocol.buffer());
            if (count < 0) {
                transport().closeInOrder(); // a head cut off here is no request
            } else if (count > 0) {
                serve();
            }
        } catch (IOException e) {
            transport().close();
        } finally {
            input.own();
        }
    }

    /** Begins the exchange of the request that lies in the input, if it is complete. */
    private void serve() {
        if (input.size() == 0) {
            return;
        }
        try {
            if (head == null) {
                head = protocol.takeHeadReceiver();
            }
            if (head.parse(input)) {
                begin(protocol.requests().take(this, input, head.parser()));
            } else {
                awaitRestOfHead();
            }
        } catch (RequestRefused refused) {
            refuse(refused.violation());
        }
    }

    private void awaitRestOfHead() {
        input.own();
        if (!head.account(input.capacity())) {
            refuse(Violation.HEAD_MEMORY_SPENT);
        } else if (head.beginTime()) {
            limit(Math.min(shared().headNanos, times == null ? Long.MAX_VALUE : times.begin()));
        }
    }

    private void endHead() {
        if (head != null) {
            protocol.release(head);
            head = null;
        }
    }

    private void begin(Http1Stream stream) {
        endHead();
        uncountIdle();
        phase = Phase.EXCHANGE;
        current = stream;
        boolean readsInput = stream.readsInput();
        if (readsInput) {
            transport().watchInput(false);
        }
        if (times != null) {
            lookAgain(times.headComplete(stream.body()));
        }
        if (output.holdsDue()) {
            sendDueShortly();
        }
        lending.lend(!readsInput);
        transport().loop().runApplication(stream);
    }

    // ---- the end of an exchange

    /** Hands the connection on after a complete response. For the one thread that ended the exchange. */
    void finish(Http1Stream stream) throws IOException {
        Phase next;
        boolean sent;
        try {
            next = phaseAfter(stream);
            sent = sendEnd(stream, next);
        } catch (IOException | RuntimeException | Error failure) {
            transport().close();
            giveBackClosed();
            throw failure;
        }
        handOn(next, sent);
    }

    private boolean sendEnd(Http1Stream stream, Phase next) throws IOException {
        output.lock();
        try {
            stream.putEnd(output);
            return next == Phase.HEAD && nextHeadIsHere() && output.hold() || output.tryFlush();
        } finally {
            output.unlock();
        }
    }

    private Phase phaseAfter(Http1Stream stream) {
        RequestBody body = stream.body();
        if (body != null && !body.end()) {
            return Phase.CLOSED;
        }
        boolean read = body == null || body.complete();
        if (stream.persistent()) {
            if (read) {
                return countIdle() ? Phase.HEAD : Phase.CLOSED;
            }
            if (body.drainable(shared().drainAmount)) {
                drain = new Drain(body, shared().drainAmount);
                return Phase.DRAINING;
            }
        }
        return read && input.size() == 0 ? Phase.CLOSED : Phase.LINGERING;
    }

    /** Counts the connection among the idle ones where their number is limited; false if there is no room. */
    private boolean countIdle() {
        int max = shared().maxIdleConnections;
        if (max == Integer.MAX_VALUE) {
            return true;
        }
        if (shared().idleConnections.incrementAndGet() > max) {
            shared().idleConnections.decrementAndGet();
            return false;
        }
        countedIdle = true;
        return true;
    }

    private void uncountIdle() {
        if (countedIdle) {
            countedIdle = false;
            shared().idleConnections.decrementAndGet();
        }
    }

    /** Whether the client waits for the next response, so that the present one may leave with it. */
    private boolean nextHeadIsHere() {
        return input.size() > 0 && HeadScan.holdsCompleteHead(input.bytes(), input.position(), input.end());
    }

    private void handOn(Phase next, boolean sent) {
        current = null;
        if (sent && next == Phase.CLOSED) {
            transport().closeInOrder();
            giveBackClosed();
            return;
        }
        phase = sent ? next : Phase.SENDING;
        afterSending = next;
        dueAt = nanosFromNow(shared().idleNanos);
        boolean leftover =
                phase != Phase.HEAD || input.size() > 0 || transport().holdsInput();
        if (leftover || !lending.tryReturn()) {
            askToTakeBack();
        }
    }

    /** Ends an exchange by force. For the one thread that ended it. */
    void abort(Http1Stream stream) {
        if (stream.body() != null) {
            stream.body().end();
        }
        output.abandon();
        transport().close();
        giveBackClosed();
    }

    private void giveBackClosed() {
        current = null;
        phase = Phase.CLOSED;
        askToTakeBack();
    }

    private void askToTakeBack() {
        if (takingBack == null) {
            takingBack = new ConnectionTask(transport(), this::takeBack);
        }
        transport().loop().execute(takingBack);
    }

    /** Answers instead of the application. For the one thread that ended the exchange. */
    void refuse(Http1Stream stream, int status, String text, boolean headOnly) {
        boolean sent = false;
        boolean readable = stream.body() == null || stream.body().end();
        try {
            output.lock();
            sent = putPage(status, text, headOnly);
        } catch (RuntimeException | Error failure) {
            transport().close();
            throw failure;
        } finally {
            if (transport().closed()) {
                giveBackClosed();
            } else {
                handOn(readable ? Phase.LINGERING : Phase.CLOSED, sent);
            }
        }
    }

    /** The application has done its last to the connection. Loop only. */
    private void takeBack() {
        if (!lending.takeBack()) {
            releaseAll();
        } else if (!transport().closed()) { // else it is about to be told
            goOn();
        }
    }

    private void goOn() {
        switch (phase) {
            case HEAD -> {
                transport().watchInput(true);
                serve();
            }
            case SENDING -> send();
            case DRAINING -> beginToDrain();
            case LINGERING -> linger();
            case CLOSED, EXCHANGE -> transport().closeInOrder();
        }
    }

    // ---- refusals

    /** Answers a request that never became one. Loop only. */
    private void refuse(Violation violation) {
        if (transport().closed() || phase != Phase.HEAD) {
            return;
        }
        if (!output.tryLock()) { // by a thread that looks whether its stream has ended, which it has
            transport().watchInput(false);
            transport().loop().executeShortly(() -> refuse(violation));
            return;
        }
        boolean headOnly = beginsWithHead();
        endHead();
        boolean sent = putPage(violation.status(), violation.text(), headOnly);
        if (!transport().closed()) {
            phase = sent ? Phase.LINGERING : Phase.SENDING;
            afterSending = Phase.LINGERING;
            goOn();
        }
    }

    private boolean beginsWithHead() {
        int begin = HeadScan.skipEmptyLines(input.bytes(), input.position(), input.end());
        return input.end() - begin >= 5 && Tokens.spells(input.bytes(), begin, begin + 5, "head ");
    }

    /** With the output's lock held, which it lets go. */
    private boolean putPage(int status, String text, boolean headOnly) {
        try {
            ErrorPage.put(output, status, text, headOnly);
            return output.tryFlush();
        } catch (IOException e) {
            transport().close();
            return false;
        } finally {
            output.unlock();
        }
    }

    // ---- what the loop does between exchanges

    /** Sends the rest of a response. */
    private void send() {
        if (!output.tryLock()) { // by a thread that looks whether its stream has ended, which it has
            transport().loop().executeShortly(this::goOn);
            return;
        }
        boolean sent;
        try {
            sent = output.tryFlush();
        } catch (IOException e) {
            transport().close();
            return;
        } finally {
            output.unlock();
        }
        if (sent) {
            transport().watchRoom(false);
            phase = afterSending;
            limit(shared().idleNanos);
            goOn();
        } else {
            transport().watchInput(false);
            transport().watchRoom(true);
            limit(shared().writeStallNanos);
        }
    }

    /** Sends what leaves without being asked for, as far as the client takes it. */
    private void sendDue() {
        try {
            switch (output.trySendDue()) {
                case SENT -> {}
                case NO_ROOM -> transport().watchRoom(true);
                case LOCKED -> sendDueShortly();
            }
        } catch (IOException e) {
            transport().close();
        }
    }

    private void sendDueShortly() {
        if (!sendsDueShortly) {
            sendsDueShortly = true;
            transport().loop().executeShortly(() -> {
                sendsDueShortly = false;
                sendDue();
            });
        }
    }

    private void beginToDrain() {
        transport().watchInput(true);
        limit(shared().drainNanos);
        drain();
    }

    private void drain() {
        Drain.Progress progress = drain.proceed(protocol.buffer());
        if (progress == Drain.Progress.MORE_TO_COME) {
            return;
        }
        drain = null;
        if (progress == Drain.Progress.IMPOSSIBLE) {
            linger();
        } else if (countIdle()) {
            phase = Phase.HEAD;
            limit(shared().idleNanos);
            goOn();
        } else {
            transport().close();
        }
    }

    private void linger() {
        recycle();
        LingeringClose.begin(transport(), shared().drainNanos, protocol.buffer());
    }
}
