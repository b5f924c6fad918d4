package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.HeadScan;
import dev.ringer.internal.http1.codec.RequestHeadParser;
import dev.ringer.internal.http1.codec.Tokens;
import dev.ringer.internal.protocol.RequestRefused;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.protocol.Violation;
import java.io.IOException;

/**
 * One connection that speaks HTTP/1: which phase it is in, and how it gets from one request to the next.
 *
 * <pre>
 *   HEAD ──────► EXCHANGE ──────► HEAD                 the response has left, the body was read
 *    │              │ └──► SENDING ──► (what follows)  the client is slow to take its end
 *    │              ├────► DRAINING ──► HEAD           a small rest of the body is dropped first
 *    │ refused      ├────► LINGERING ──► closed        the answer must not be lost to a reset
 *    └─► LINGERING  └────► closed
 * </pre>
 *
 * <p>All fields belong to the owner of the transport: the loop, or during an exchange whoever ends it. A response is sent
 * by the thread that writes it; what the client is too slow to take of its end, the loop sends.
 */
final class Http1Connection implements Transport.Events {
    private enum Phase {
        HEAD,
        EXCHANGE,
        SENDING,
        DRAINING,
        LINGERING,
        CLOSED
    }

    /** The most requests of one connection before the loop looks after the others. */
    static final int REQUESTS_PER_TURN = 16;

    /** The most bytes dropped for one connection before the loop looks after the others. */
    private static final long DISCARD_PER_TURN = 256 * 1024;

    // fixed
    private final Http1Protocol protocol;
    private final Transport transport;
    private final ConnectionInput input;
    private final ConnectionOutput output;
    private final TotalTimes times; // null where neither requests nor responses as a whole are limited

    // the owner's
    private Phase phase = Phase.HEAD;
    private Phase afterSending = Phase.HEAD;
    private RequestHeadParser parser; // not null while a head is incomplete
    private boolean headTimed; // whether the deadline is the incomplete head's
    private int headMemory; // taken for it
    private boolean countedIdle;
    private Http1Stream current;
    private Drain drain; // of the rest of a body; null unless draining
    private boolean inputLost; // a reader of an ended exchange may still be at it: left to the garbage collector

    // the loop's
    private boolean serving; // whether serve() is at work further up the stack
    private boolean holding; // whether it let finished responses wait in this turn

    Http1Connection(Http1Protocol protocol, Transport transport) {
        this.protocol = protocol;
        this.transport = transport;
        Http1Shared shared = protocol.shared();
        input = new ConnectionInput(transport, shared.inputBuffers);
        output = new ConnectionOutput(transport, shared);
        times = shared.limitsTotals() ? new TotalTimes(shared) : null;
        transport.deadlineIn(Math.min(shared.idleNanos, shared.headNanos));
    }

    Http1Shared shared() {
        return protocol.shared();
    }

    Transport transport() {
        return transport;
    }

    ConnectionOutput output() {
        return output;
    }

    RequestBody newBody(Http1Stream stream, long length) {
        return new RequestBody(transport, input, shared(), stream, length);
    }

    /** Leaves HTTP. For the application, while it owns the connection. */
    RequestBody beginRaw(Http1Stream stream) {
        transport.deadlineIn(Long.MAX_VALUE);
        return RequestBody.raw(transport, input, shared(), stream);
    }

    // ---- events

    @Override
    public void onReadable() {
        switch (phase) {
            case HEAD -> readHead();
            case DRAINING -> drain();
            case LINGERING -> linger();
            case EXCHANGE, SENDING, CLOSED -> transport.watch(false, phase == Phase.SENDING);
        }
    }

    @Override
    public void onWritable() {
        if (phase == Phase.SENDING) {
            send();
        } else {
            transport.watch(true, false);
        }
    }

    @Override
    public void onReturned() {
        switch (phase) {
            case HEAD -> serve();
            case SENDING -> send();
            case DRAINING -> beginToDrain();
            case LINGERING -> beginToLinger();
            case EXCHANGE, CLOSED -> transport.close();
        }
    }

    @Override
    public void onDeadline(boolean lent) {
        if (lent) {
            checkTotals();
        } else if (phase == Phase.DRAINING) {
            beginToLinger();
        } else if (phase != Phase.HEAD) {
            transport.close();
        } else if (headTimed && HeadScan.holdsCompleteHead(input.bytes(), input.position(), input.end())) {
            transport.deadlineIn(shared().headNanos); // it is the client who waits, for handlers of others
        } else if (headTimed) {
            refuse(Violation.HEAD_TOO_SLOW, beginsWithHead());
        } else {
            transport.closeInOrder();
        }
    }

    @Override
    public boolean closeIfIdle() {
        boolean busy = phase != Phase.HEAD || input.size() > 0 || parser != null;
        if (!busy) {
            transport.closeInOrder();
        }
        return !busy;
    }

    @Override
    public void onClosed(boolean lent) {
        if (!lent) {
            phase = Phase.CLOSED;
            recycle();
        }
    }

    private void recycle() {
        endHead();
        uncountIdle();
        releaseInput();
        output.abandon();
    }

    private void releaseInput() {
        if (!inputLost) {
            input.release();
        }
    }

    // ---- heads

    private void readHead() {
        try {
            int count = input.fill(protocol.buffer(transport.free()));
            if (count < 0) {
                transport.closeInOrder(); // a head cut off here is no request
            } else if (count > 0) {
                serve();
            }
        } catch (IOException e) {
            transport.close();
        }
    }

    /** Serves the requests that lie in the input, as far as they are complete. */
    private void serve() {
        serving = true;
        try {
            for (int budget = REQUESTS_PER_TURN; atHead() && input.size() > 0; budget--) {
                if (budget == 0) {
                    transport.whenFree(this::serveAgain);
                    break;
                }
                if (!serveOne()) {
                    break;
                }
            }
        } finally {
            serving = false;
            settle();
        }
    }

    private boolean atHead() {
        return transport.ownedByLoop() && phase == Phase.HEAD;
    }

    private void serveAgain() {
        if (atHead()) {
            serve();
        }
    }

    /** Parses on; false if more input is needed. */
    private boolean serveOne() {
        try {
            if (parser == null) {
                parser = protocol.takeParser();
            }
            if (!parser.parse(input.bytes(), input.position(), input.end())) {
                return false;
            }
            Http1Stream stream = protocol.requests().take(this, input, parser);
            endHead();
            begin(stream);
        } catch (RequestRefused refused) {
            refuse(refused.violation(), beginsWithHead());
        }
        return true;
    }

    /** Lends the connection for an exchange. Loop only. */
    private void begin(Http1Stream stream) {
        boolean onLoop = shared().handler.runsOnLoop();
        if (!onLoop || stream.sharesInput()) {
            input.own(); // read by another thread, or while the loop reads for others
        }
        phase = Phase.EXCHANGE;
        current = stream;
        uncountIdle();
        transport.lend(!onLoop && stream.body() != null && !stream.body().buffered());
        transport.deadlineIn(times == null ? Long.MAX_VALUE : times.headComplete(stream.body()));
        if (transport.free()) {
            hand(stream);
        } else {
            transport.whenFree(() -> serveDeferred(stream));
        }
    }

    private void hand(Http1Stream stream) {
        shared().handler.onRequest(stream);
        Thread.interrupted(); // a flag that a handler left on the loop would make each selection return at once
    }

    private void serveDeferred(Http1Stream stream) {
        if (transport.closed()) {
            return;
        }
        serving = true;
        try {
            hand(stream);
        } finally {
            serving = false;
        }
        if (atHead()) {
            serve();
        } else {
            settle();
        }
    }

    /** Closes the connection if the request has taken too long to come, or the response to be given. Loop only. */
    private void checkTotals() {
        Http1Stream stream = current;
        if (stream == null || times == null) {
            return;
        }
        long left = times.left(stream.body());
        if (left > 0) {
            transport.deadlineIn(left);
        } else {
            transport.close();
        }
    }

    /** Leaves the connection as it must be when the loop turns to others. */
    private void settle() {
        sendHeld();
        if (!atHead()) {
            if (!transport.closed()) {
                input.own();
            }
        } else if (input.size() == 0 && parser == null) {
            transport.deadlineIn(shared().idleNanos);
        } else {
            input.own();
            if (!takeHeadMemory()) {
                refuse(Violation.HEAD_MEMORY_SPENT, false);
                return;
            }
            if (!headTimed) {
                headTimed = true;
                transport.deadlineIn(Math.min(shared().headNanos, times == null ? Long.MAX_VALUE : times.begin()));
            }
        }
    }

    private boolean takeHeadMemory() {
        int more = input.capacity() - headMemory;
        if (more > 0 && !shared().headMemory.tryTake(more)) {
            return false;
        }
        headMemory += Math.max(0, more);
        return true;
    }

    /** Gives back what a head took while it was read. */
    private void endHead() {
        headTimed = false;
        if (parser != null) {
            protocol.giveBack(parser);
            parser = null;
        }
        if (headMemory > 0) {
            shared().headMemory.giveBack(headMemory);
            headMemory = 0;
        }
    }

    // ---- the end of an exchange

    /** Hands the connection on after a complete response. For the one thread that ended the exchange. */
    void finish(Http1Stream stream) throws IOException {
        boolean inServe = transport.onLoop() && serving;
        Phase next = phaseAfter(stream);
        boolean sent;
        output.lock();
        try {
            stream.putEnd(output);
            boolean held = next == Phase.HEAD && nextHeadIsHere(inServe) && output.hold();
            if (held && inServe) {
                holding = true;
            }
            sent = held || output.tryFlush();
        } catch (IOException e) {
            uncountIdle();
            output.release();
            transport.close();
            throw e;
        } catch (RuntimeException | Error e) { // no memory: nobody else would ever close the connection
            uncountIdle();
            output.release();
            transport.close();
            throw e;
        } finally {
            output.unlock();
        }
        handOn(stream, next, sent, inServe);
    }

    private Phase phaseAfter(Http1Stream stream) {
        RequestBody body = stream.body();
        if (!endsReading(body)) {
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
        return read && mayTouchInput(stream) && input.size() == 0 ? Phase.CLOSED : Phase.LINGERING;
    }

    /** Ends the reading of a body; false if a thread is in the middle of it, so that the input is nobody's any more. */
    private boolean endsReading(RequestBody body) {
        inputLost = body != null && !body.end();
        return !inputLost;
    }

    /**
     * Whether the thread that ends an exchange may look at the input: where handlers run on the loop, the loop may just be
     * moving what lies behind the head, while another thread ends the exchange.
     */
    private boolean mayTouchInput(Http1Stream stream) {
        return !shared().handler.runsOnLoop() || stream.sharesInput() || transport.onLoop();
    }

    /** Counts the connection among the idle ones where their number is limited; false if there is no room. */
    private boolean countIdle() {
        int most = shared().maxIdleConnections;
        if (most == Integer.MAX_VALUE) {
            return true;
        }
        if (shared().idleConnections.incrementAndGet() > most) {
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

    private void handOn(Http1Stream stream, Phase next, boolean sent, boolean inServe) {
        current = null;
        if (times != null) {
            times.end();
        }
        if (sent && next == Phase.CLOSED) {
            phase = Phase.CLOSED;
            transport.closeInOrder();
            return;
        }
        phase = sent ? next : Phase.SENDING;
        afterSending = next;
        if (phase != Phase.HEAD) {
            transport.giveBack(true);
            return;
        }
        boolean leftover = !inServe && (!mayTouchInput(stream) || input.size() > 0);
        if (!inServe) {
            transport.deadlineIn(shared().idleNanos);
        }
        transport.giveBack(leftover);
    }

    /** Ends an exchange by force. For the one thread that ended it. */
    void abort(Http1Stream stream) {
        phase = Phase.CLOSED;
        output.abandon();
        if (endsReading(stream.body()) && mayTouchInput(stream)) {
            input.release();
        }
        transport.close();
    }

    /** Answers instead of the application. For the one thread that ended the exchange. */
    void refuse(Http1Stream stream, int status, String text, boolean headOnly) {
        Phase next = endsReading(stream.body()) ? Phase.LINGERING : Phase.CLOSED;
        boolean sent = putPage(status, text, headOnly);
        if (!transport.closed()) {
            handOn(stream, next, sent, transport.onLoop() && serving);
        }
    }

    /** Answers a request that never became one. Loop only. */
    private void refuse(Violation violation, boolean headOnly) {
        endHead();
        boolean sent = putPage(violation.status(), violation.text(), headOnly);
        if (transport.closed()) {
            return;
        }
        afterSending = Phase.LINGERING;
        if (sent) {
            beginToLinger();
        } else {
            phase = Phase.SENDING;
            send();
        }
    }

    private boolean beginsWithHead() {
        int begin = HeadScan.skipEmptyLines(input.bytes(), input.position(), input.end());
        return input.end() - begin >= 5 && Tokens.spells(input.bytes(), begin, begin + 5, "head ");
    }

    private boolean putPage(int status, String text, boolean headOnly) {
        output.lock();
        try {
            ErrorPage.put(output, status, text, headOnly);
            return output.tryFlush();
        } catch (IOException e) {
            output.release();
            transport.close();
            return false;
        } finally {
            output.unlock();
        }
    }

    // ---- what the loop does between exchanges

    /** Whether the client waits for the next response, so that the present one may leave with it. */
    private boolean nextHeadIsHere(boolean inServe) {
        boolean mayLook = inServe || !shared().handler.runsOnLoop();
        return mayLook && input.size() > 0 && HeadScan.holdsCompleteHead(input.bytes(), input.position(), input.end());
    }

    private void sendHeld() {
        if (!holding) {
            return;
        }
        holding = false;
        if (!atHead()) {
            output.releaseHeld(); // whoever is writing now sends them first: never wait for it here
            return;
        }
        output.lock();
        try {
            if (!atHead()) { // the wait for the lock turned the loop, and a request has begun
                output.flushHeld();
            } else if (!output.tryFlush()) {
                phase = Phase.SENDING;
                afterSending = Phase.HEAD;
                transport.watch(false, true);
                transport.deadlineIn(shared().writeStallNanos);
            }
        } catch (IOException e) {
            output.release();
            transport.close();
        } finally {
            output.unlock();
        }
    }

    private void send() {
        boolean sent;
        output.lock();
        try {
            if (phase != Phase.SENDING || !transport.ownedByLoop()) {
                return; // the wait for the lock turned the loop, which has sent it
            }
            sent = output.tryFlush();
        } catch (IOException e) {
            output.release();
            transport.close();
            return;
        } finally {
            output.unlock();
        }
        if (!sent) {
            transport.watch(false, true);
            transport.deadlineIn(shared().writeStallNanos);
            return;
        }
        transport.watch(true, false);
        phase = afterSending;
        switch (phase) {
            case HEAD -> serve();
            case DRAINING -> beginToDrain();
            case LINGERING -> beginToLinger();
            case CLOSED, EXCHANGE, SENDING -> transport.closeInOrder();
        }
    }

    private void beginToDrain() {
        transport.deadlineIn(shared().drainNanos);
        drain();
    }

    private void drain() {
        Drain.Progress progress = drain.proceed(protocol.buffer(transport.free()));
        if (progress == Drain.Progress.MORE_TO_COME) {
            return;
        }
        drain = null;
        if (progress == Drain.Progress.IMPOSSIBLE) {
            beginToLinger();
        } else if (countIdle()) {
            phase = Phase.HEAD;
            serve();
        } else {
            transport.close();
        }
    }

    /** Sends our end of the stream and waits a while for the client's, so that a reset does not take the answer with it. */
    private void beginToLinger() {
        phase = Phase.LINGERING;
        releaseInput();
        try {
            transport.shutdownOutput();
        } catch (IOException e) {
            transport.close();
            return;
        }
        transport.watch(true, false);
        transport.deadlineIn(shared().drainNanos);
    }

    private void linger() {
        byte[] scratch = protocol.buffer(transport.free());
        try {
            for (long dropped = 0; dropped < DISCARD_PER_TURN; ) {
                int count = transport.read(scratch, 0, scratch.length);
                if (count < 0) {
                    transport.close();
                    return;
                }
                if (count == 0) {
                    return;
                }
                dropped += count;
            }
        } catch (IOException e) {
            transport.close();
        }
    }
}
