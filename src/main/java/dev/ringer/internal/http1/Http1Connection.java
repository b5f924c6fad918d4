package dev.ringer.internal.http1;

import dev.ringer.internal.http.RequestRefused;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http1.codec.RequestHeadParser;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ArrivalPause;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.ShedAnswer;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One connection that speaks HTTP/1. The connection is always in one of these phases:
 *
 * <pre>
 *   HEAD ──► BODY ──► EXCHANGE ──────► HEAD                 the response was sent, and the body was read
 *    │ └──────│─────────►│ └──► SENDING ──► (next phase)    the client reads the end of the response slowly
 *    │        │          ├────► DRAINING ──► HEAD           the server first drops a small rest of the body
 *    │        │          ├────► LEAVING ──► another protocol
 *    │ refused│          ├────► LINGERING                   so that the client gets the whole answer
 *    └────────┴► LINGERING └──► CLOSED
 * </pre>
 *
 * <p>The connection is in BODY while a request body arrives, if the server gathers that body before it calls the
 * handler.
 *
 * <p>Only the owner of the connection uses the fields. During an exchange, the owner is the thread that ends the
 * exchange, otherwise the loop. {@link Lending} records the owner.
 */
final class Http1Connection implements ConnectionEvents {
    private enum Phase {
        HEAD,
        BODY,
        EXCHANGE,
        SENDING,
        DRAINING,
        LINGERING,
        LEAVING,
        CLOSED
    }

    private final RequestReader requests;
    private final ConnectionInput input;
    private final ConnectionOutput output;
    private final ConnectionTimes times;
    private final Lending lending = new Lending();

    // written by the owner
    private Phase phase = Phase.HEAD;
    private Phase afterSending; // the phase to enter after SENDING
    private RequestHeadParser head; // the parser of an incomplete request head; null if there is none
    private boolean served; // whether the connection has served at least one request
    private boolean countedIdle; // whether idleConnections counts this connection
    // The stream of the current exchange; null if there is no exchange. Also null if the exchange has no request body,
    // no time limit, and only a small head, because then nothing needs the stream.
    private Http1Stream current;
    private ConnectionTask takingBack; // runs takeBack() on the loop; null until first needed
    private RequestBody toDrain; // the body whose rest the loop drops; null except in the phase DRAINING
    private ClientPace<Violation> arrival; // judges the client; null unless the server waits for one

    // only the loop uses these fields
    private DueOutput dueOutput; // lets the loop send bytes of the output; null until first needed
    private boolean unread; // true if the application reads nothing from the socket during the current exchange

    // Written by the loop. Null if the application did not ask to be notified when the client closes the connection
    // during the current exchange.
    private volatile ClientWatch watch;

    Http1Connection(RequestReader requests, Transport transport) {
        this.requests = requests;
        input = new ConnectionInput(transport, shared());
        output = new ConnectionOutput(transport, shared(), this);
        times = shared().limitsTotals ? new TotalTimes(this) : new ConnectionTimes(this);
    }

    void open(ByteBuffer received) {
        transport().serveBy(this);
        times.limitSilence();
        input.accept(received);
        serve(0);
    }

    Http1Shared shared() {
        return requests.shared;
    }

    Transport transport() {
        return output.transport;
    }

    ConnectionInput input() {
        return input;
    }

    ConnectionOutput output() {
        return output;
    }

    /** Whether the connection is in an exchange, so that application threads may use it. */
    @Override
    public boolean lent() {
        return lending.lent();
    }

    /** Returns the stream of the current exchange; null if there is no exchange, or if nothing limits its time. */
    Http1Stream current() {
        return current;
    }

    /** Whether the connection no longer speaks HTTP, and only lingers or is closed. Called outside of an exchange. */
    boolean httpEnded() {
        return at(Phase.CLOSED);
    }

    private boolean at(Phase one) {
        return phase == one;
    }

    private void enter(Phase next) {
        phase = next;
    }

    /**
     * Enters a phase. If the response has not been sent completely, enters SENDING first, and the given phase
     * afterwards.
     */
    private void enter(Phase next, boolean sent) {
        enter(sent ? next : Phase.SENDING);
        afterSending = next;
    }

    @Override
    public void onReadable() {
        if (lending.noteInput()) {
            onEarlyInput();
            return;
        }
        if (!readArrived()) {
            transport().watchInput(false);
        }
    }

    /**
     * Reads what has arrived. Returns false if the connection expects nothing now. Called by the loop, also before it
     * judges how long the client has taken, because the loop may have been busy since it last looked at the socket.
     */
    boolean readArrived() {
        switch (phase) {
            case HEAD -> readHead();
            case BODY -> readBody();
            case DRAINING -> drain();
            case EXCHANGE, SENDING, LINGERING, LEAVING, CLOSED -> {
                return false;
            }
        }
        return true;
    }

    /** Called when the socket becomes readable during an exchange. */
    private void onEarlyInput() {
        if (watch != null && watch.begun()) {
            watch.read(requests.buffer);
            return;
        }
        RequestBody body = bodyOf(current);
        if (body != null && body.endWait() && body.isAwaited()) {
            return; // the reader has taken what is here, and waits for more
        }
        transport().watchInput(false);
        if (unread) {
            transport().closeIfReset();
        }
    }

    private static RequestBody bodyOf(Http1Stream stream) {
        return stream == null ? null : stream.body();
    }

    @Override
    public void onWritable() {
        if (!lending.lent() && at(Phase.SENDING)) {
            send();
        } else if (!at(Phase.LEAVING)) {
            transport().watchRoom(false);
            dueOutput().send();
        }
    }

    @Override
    public boolean closeIfIdle() {
        // a connection in the phase DRAINING may be closed, because the whole response has been sent
        boolean draining = !lending.lent() && at(Phase.DRAINING);
        boolean idle = !lending.lent() && at(Phase.HEAD) && input.size() == 0 && head == null;
        if (draining) {
            linger();
        } else if (idle) {
            transport().closeInOrder();
        }
        return draining || idle;
    }

    @Override
    public boolean awaitsFirstRequest() {
        return !served;
    }

    @Override
    public void onClosed() {
        if (watch != null) {
            watch.noteGone();
        }
        RequestBody body = bodyOf(current); // null, too, if a thread is ending the exchange, and the wait with it
        if (lending.noteClosed()) {
            // Release what waits for the client, above all an open file: the exchange may end late, or never.
            output.abandon();
            if (body != null) {
                body.endWait();
            }
        } else {
            releaseAll();
        }
    }

    @Override
    public boolean evictable() {
        return !lending.lent() || bodyIsAwaited();
    }

    /** Whether the application waits for the request body, without a thread. Any thread may call this. */
    private boolean bodyIsAwaited() {
        RequestBody body = bodyOf(current);
        return body != null && body.isAwaited();
    }

    @Override
    public boolean evict() {
        boolean ours = !lending.lent();
        boolean awaited = !ours && bodyIsAwaited();
        if (ours && at(Phase.BODY)) {
            refuseWithoutExchange(Violation.HEAD_MEMORY_SPENT, current.headOnly(), null);
        } else if (ours && at(Phase.HEAD)) {
            // The input may be empty: the client may have sent only a part of its first TLS record.
            refuseWithoutExchange(Violation.HEAD_MEMORY_SPENT, input.size() > 0 && input.beginsWithHead(), null);
        } else if (ours) {
            giveUp(Violation.HEAD_MEMORY_SPENT);
        } else if (awaited) {
            transport().close(); // onClosed() ends the wait
        }
        return ours || awaited;
    }

    private void releaseAll() {
        endHttp();
        output.abandon();
        if (!input.detached()) {
            transport().release();
        }
    }

    private void endHttp() {
        if (at(Phase.BODY)) {
            endArrival(0, 0, null);
        }
        enter(Phase.CLOSED);
        times.end();
        endHead();
        endIdle();
        input.releaseUnlessDetached();
    }

    /**
     * Counts the connection as idle. Returns false if too many connections are idle, so that the caller must close this
     * connection.
     */
    private boolean tryBeginIdle() {
        countedIdle = shared().idleConnections.limited
                && shared().idleConnections.tryAdd(transport().remoteAddress());
        return countedIdle || !shared().idleConnections.limited;
    }

    private void endIdle() {
        if (countedIdle) {
            countedIdle = false;
            shared().idleConnections.remove();
        }
    }

    /**
     * Ends the connection outside of an exchange, because its current state has lasted too long.
     *
     * @param ofIncompleteHead the violation to report if a request head is incomplete
     */
    void giveUp(Violation ofIncompleteHead) {
        // in the phase EXCHANGE, abort() has ended the exchange while a thread was writing
        if (at(Phase.SENDING) || at(Phase.EXCHANGE)) {
            transport().close();
        } else if (at(Phase.DRAINING)) {
            toDrain = null;
            linger();
        } else if (at(Phase.BODY)) {
            checkBody();
        } else if (head != null) {
            refuseWithoutExchange(ofIncompleteHead, input.beginsWithHead(), null);
        } else {
            transport().closeInOrder();
        }
    }

    private void readHead() {
        int retained = head == null ? 0 : input.capacity();
        try {
            int count = input.fillHead(requests.buffer);
            if (count < 0) {
                transport().closeInOrder(); // the client has closed the connection; an incomplete head gets no answer
            } else if (count > 0) {
                serve(retained);
                if (ConnectionInput.isFull(count) && arrival != null) {
                    readBody();
                }
            }
        } catch (IOException e) {
            transport().close();
        } finally {
            input.own();
        }
    }

    /**
     * Begins an exchange for the request in the input, if the request head is complete. Otherwise starts the time limit
     * for the head, unless it has begun.
     *
     * @param retained as for {@link RequestReader#receive}
     */
    private void serve(int retained) {
        if (input.size() == 0) {
            return;
        }
        RequestHeadParser parser = head == null ? requests.spareParser() : head;
        try {
            if (requests.receive(parser, input, retained)) {
                begin(requests.take(this, input, parser));
            } else if (head == null) {
                head = requests.keepSpare();
                times.limitHead();
            }
        } catch (RequestRefused refused) {
            refuseWithoutExchange(refused.violation(), input.beginsWithHead(), null);
        }
    }

    private void endHead() {
        if (head != null) {
            requests.release(head);
            head = null;
        }
    }

    private void begin(Http1Stream stream) {
        // If there is no memory, refuse the request. The request line for the log comes from the stream, because the
        // input does not contain the head any more.
        if (!stream.tryTakeMemory()) {
            refuseWithoutExchange(Violation.HEAD_MEMORY_SPENT, stream.headOnly(), stream.requestLine());
            return;
        }
        endHead();
        endIdle();
        served = true;
        if (output.holdsDue()) {
            dueOutput().sendShortly();
        }
        if (stream.awaitsBody() && shared().memory.admits()) {
            enter(Phase.BODY);
            current = stream;
            onBody();
        } else {
            lend(stream);
        }
    }

    /** Begins an exchange: from now on, the application uses the connection. */
    private void lend(Http1Stream stream) {
        enter(Phase.EXCHANGE);
        current = shared().limitsTotals || stream.retainsMemory() ? stream : null;
        boolean readsInput = stream.readsInput();
        if (readsInput) {
            transport().watchInput(false);
        }
        times.limitExchange(stream.body());
        unread = !readsInput;
        lending.lend(!readsInput);
        handle(stream);
    }

    /** Calls the handler. Answers with an error instead if there are too many exchanges. */
    private void handle(Http1Stream stream) {
        RequestHandler handler = shared().handler;
        Limit reached = handler.limitReached(stream);
        if (reached == null) {
            transport().loop().runApplication(handler.admit(stream));
        } else {
            transport().loop().execute(() -> shed(stream, reached));
        }
    }

    /**
     * Answers a request with a 503 because there are too many exchanges (load shedding). The connection stays open if
     * the request allows that. Never waits: {@link ConnectionOutput#tryBatch} leaves room in the buffer for the answer.
     */
    private void shed(Http1Stream stream, Limit reached) {
        if (!output.tryLock()) {
            // Another thread may hold the lock for a moment, to flush an earlier response. Try again shortly.
            transport().loop().executeShortly(() -> shed(stream, reached));
            return;
        }
        try {
            ShedAnswer.send(shared().handler, stream, reached);
        } finally {
            output.unlock();
        }
    }

    /**
     * Runs {@code ready} when the request body can be read, see {@link HttpStream#awaitContent}. Any thread may call
     * this.
     */
    void awaitContent(Http1Stream stream, Runnable ready) {
        RequestBody body = stream.body();
        body.contentWait().offer(ready);
        if (transport().loop().isCurrent()) {
            beginWait(stream, body);
        } else {
            transport().loop().execute(() -> beginWait(stream, body));
            if (transport().closed()) { // then the loop may have ended, and run no more tasks
                body.endWait();
            }
        }
    }

    private void beginWait(Http1Stream stream, RequestBody body) {
        if (!body.isAwaited()) {
            return; // the wait is over, and the reader may be reading on another thread
        }
        // After noteInput(), the loop takes the connection back at the end of the exchange, and stops watching.
        boolean waits = !transport().closed() && !stream.ended() && lending.noteInput() && !body.isReadable();
        if (waits) {
            body.contentWait().begin();
            transport().watchInput(true);
        } else {
            transport().loop().execute(body::endWait); // later, because the reader may be calling
        }
    }

    /**
     * Runs {@code onGone} if the client closes the connection during the exchange, see {@link
     * HttpStream#onDisconnect}. Any thread may call this.
     */
    void watchClient(Http1Stream stream, Runnable onGone) {
        transport().loop().execute(() -> beginWatch(stream, onGone));
    }

    private void beginWatch(Http1Stream stream, Runnable onGone) {
        if (transport().closed()) {
            onGone.run();
            return;
        }
        // After noteInput(), the loop takes the connection back at the end of the exchange, and takeBack() ends the
        // watch.
        boolean inExchange = !stream.ended() && lending.noteInput();
        if (inExchange) {
            watch = new ClientWatch(transport(), shared(), onGone);
            if (unread || stream.bodyRead()) {
                watch.begin();
            }
        }
    }

    /**
     * Notes that the whole request body has been read from the transport. Called by the thread that has read the
     * body.
     */
    void onBodyRead() {
        ClientWatch present = watch;
        if (present != null) {
            transport().loop().execute(() -> {
                if (watch == present) { // otherwise the exchange of this watch has ended
                    present.begin();
                }
            });
        }
    }

    /**
     * Stops watching whether the client closes the connection. From now on, only the calling thread reads from the
     * transport.
     */
    void stopWatching() {
        ClientWatch present = watch;
        if (present != null) {
            present.end(input);
        }
    }

    /** Reads the request body. Also begins the exchange if the server has no memory for the rest of the body. */
    private void readBody() {
        try {
            boolean room = input.tryMakeRoom(current.body().missing(shared().limits.bodyBuffer));
            int count = room ? input.fill(requests.buffer) : 0;
            if (count < 0) {
                endWait(Violation.BODY_TRUNCATED);
            } else if (!room || !shared().memory.admits()) {
                endWait();
            } else {
                onBody();
            }
        } catch (IOException e) {
            transport().close();
        } finally {
            input.own();
            input.shrink();
        }
    }

    /** Begins the exchange if the body is complete, or if as much of it has arrived as the server gathers. */
    private void onBody() {
        RequestBody body = current.body();
        body.gather();
        if (body.buffered() || body.broken() || body.gathered() >= shared().limits.bodyBuffer) {
            endWait();
        } else if (arrival == null) {
            arrival = ClientPace.ofBody(shared().clock, shared().limits);
            arrival.reached(body.arrived());
            arrival.await(true);
            times.limitBody(nanosToCheck());
        } else {
            arrival.reached(body.arrived());
        }
    }

    private void endWait() {
        arrival = null;
        lend(current);
    }

    /**
     * Ends a wait for a body that has broken a rule. If the length was announced, no handler gets the request.
     * Otherwise the handler's read fails, as if the handler had been called at once.
     */
    private void endWait(Violation broken) {
        if (current.requestLength() >= 0) {
            refuseWithoutExchange(broken, current.headOnly(), null);
        } else {
            current.body().breakOff(broken);
            endWait();
        }
    }

    /**
     * Judges a client whose body is arriving. If the length is unknown, a slow client breaks no rule yet: the handler is
     * called, and may wait without time limits. Otherwise its own wait judges the client anew.
     */
    private void checkBody() {
        Violation broken = arrival.judge();
        if (times.leftOfRequest() <= 0) {
            times.count(Limit.MAX_REQUEST_TIME);
            transport().close();
        } else if (broken != null && current.requestLength() >= 0) {
            endWait(broken);
        } else if (broken != null || seemsToWait()) {
            endWait();
        } else {
            times.limitBody(nanosToCheck());
        }
    }

    private long nanosToCheck() {
        return current.requestLength() < 0
                ? ArrivalPause.nanosToCheck(arrival, arrival.stalledNanos(), shared().limits)
                : arrival.nanosToCheck();
    }

    private boolean seemsToWait() {
        return current.requestLength() < 0
                && ArrivalPause.seemsToWait(
                        arrival.stalledNanos(), shared().limits, current.body().withinChunk());
    }

    /**
     * Ends a request whose body is still arriving, so that no handler gets the request. See {@link Http1Stream#drop}.
     */
    private void endArrival(int status, int length, String reason) {
        current.drop(status, length, reason);
        current = null;
        arrival = null;
        enter(Phase.CLOSED);
    }

    /** Ends an exchange after its complete response. */
    void finish(Http1Stream stream) throws IOException {
        try {
            Phase next = phaseAfter(stream);
            handOn(stream, next, sendEnd(stream, next));
        } catch (IOException | RuntimeException | Error failure) {
            giveBackClosed();
            throw failure;
        }
    }

    private boolean sendEnd(Http1Stream stream, Phase next) throws IOException {
        output.lock();
        try {
            if (next == Phase.LINGERING || next == Phase.CLOSED) {
                output.announceClose();
            }
            stream.putEnd(output);
            if (next == Phase.HEAD && input.holdsCompleteHead() && output.tryBatch()) {
                return true;
            }
            return output.sendAll();
        } finally {
            output.unlock();
        }
    }

    private Phase phaseAfter(Http1Stream stream) {
        RequestBody body = stream.body();
        if (!stream.endBody()) {
            return Phase.CLOSED;
        }
        boolean read = body == null || body.complete();
        boolean free = read || stream.persistent() && canDrop(body);
        if (stream.persistent() && free && tryBeginIdle()) {
            if (read) {
                return Phase.HEAD;
            }
            toDrain = body;
            return Phase.DRAINING;
        }
        return read && input.size() == 0 ? Phase.CLOSED : Phase.LINGERING;
    }

    /**
     * Whether the server drops the rest of a body to keep the connection. If the head of the response has gone without
     * saying that the connection closes, the client relies on it, so the server drops more than {@code drainAmount}.
     */
    private boolean canDrop(RequestBody body) {
        if (body.drainable(shared().limits.drainAmount)) {
            return true;
        }
        output.lock();
        try {
            return !output.mayAnnounceClose() && body.drainable(shared().limits.drainAmountAfterResponse);
        } finally {
            output.unlock();
        }
    }

    private void handOn(Http1Stream stream, Phase chosen, boolean sent) {
        current = null;
        // Closing a socket with unread bytes resets the connection, and the client could lose the response. Unread
        // bytes may wait if the loop does not watch the socket now, or may stop watching it while it sends the rest of
        // the response.
        boolean bytesMayWait = !input.detached() && (!sent || lending.unwatched());
        Phase next = chosen == Phase.CLOSED && bytesMayWait ? Phase.LINGERING : chosen;
        if (sent && next == Phase.CLOSED) {
            transport().closeInOrder();
            giveBackClosed();
            return;
        }
        enter(next, sent);
        boolean another = at(Phase.HEAD) && input.size() > 0;
        if (!another) { // if a further request has arrived already, that request sets the next time limit
            times.noteEnd(stream.body(), sent);
        }
        // If tryReturn() returns true, nothing is left to do: the loop still watches the socket, and reports new input.
        // This thread must not read, because the loop may be reading now.
        if (another || !at(Phase.HEAD) || !lending.tryReturn()) {
            askToTakeBack();
        }
    }

    /** Ends an exchange by closing the connection. */
    void abort(Http1Stream stream) {
        stream.endBody();
        try {
            output.abandon();
        } finally {
            current = null;
            askToTakeBack();
        }
    }

    /** Ends an exchange by closing the connection at once, after an Error has interrupted one of these methods. */
    void giveUp(Http1Stream stream) {
        output.releaseLeft();
        stream.endBody();
        giveBackClosed();
    }

    /** Ends an exchange, after which the connection speaks another protocol. */
    void leaveTo(Protocol next) {
        current = null;
        enter(Phase.LEAVING);
        transport().loop().execute(() -> {
            takeBack();
            if (!transport().closed()) {
                times.end();
                transport().watchInput(true);
                next.open(transport(), input.takeAll());
            }
        });
    }

    private void giveBackClosed() {
        transport().close();
        current = null;
        enter(Phase.CLOSED);
        askToTakeBack();
    }

    private void askToTakeBack() {
        if (takingBack == null) {
            takingBack = new ConnectionTask(transport(), this::takeBack);
        }
        transport().loop().execute(takingBack);
    }

    /** Ends an exchange, and sends an error page that the server itself makes. */
    void refuse(Http1Stream stream, int status, String text) {
        Phase next = stream.endBody() ? Phase.LINGERING : Phase.CLOSED;
        try {
            handOn(stream, next, sendPage(stream, new ErrorPage(status, text, stream.headOnly())));
        } catch (IOException e) {
            giveBackClosed();
        } catch (RuntimeException | Error failure) {
            giveBackClosed();
            throw failure;
        }
    }

    private boolean sendPage(Http1Stream stream, ErrorPage page) throws IOException {
        output.lock();
        try {
            if (stream.answered()) {
                throw new IOException("Another thread has already started the response");
            }
            return page.send(output);
        } finally {
            output.unlock();
        }
    }

    /** Makes the loop the owner of the connection again, after an exchange. Called by the loop. */
    private void takeBack() {
        stopWatching();
        watch = null;
        if (!lending.takeBack()) {
            releaseAll();
        } else if (!transport().closed()) { // if it is closed, the loop calls onClosed(), which does the rest
            goOn();
        }
    }

    private void goOn() {
        switch (phase) {
            case HEAD -> {
                transport().watchInput(true);
                serve(0);
            }
            case SENDING -> send();
            case DRAINING -> {
                transport().watchInput(true);
                times.limitDrain();
                drain();
            }
            case LINGERING -> linger();
            case CLOSED -> transport().closeInOrder();
            // EXCHANGE: abort() has ended the exchange, and a thread that still writes closes the connection. LEAVING:
            // another protocol has the connection. BODY: no exchange has begun yet.
            case EXCHANGE, LEAVING, BODY -> {}
        }
    }

    /**
     * Answers a request with an error, without an exchange. Called by the loop.
     *
     * @param line the request line, for the log; null if {@code input} or {@code current} still has it
     */
    private void refuseWithoutExchange(Violation violation, boolean headOnly, ByteBuffer line) {
        if (transport().closed() || !at(Phase.HEAD) && !at(Phase.BODY)) {
            return;
        }
        if (!output.tryLock()) {
            // Another thread may hold the lock for a moment, to flush an earlier response. Try again shortly.
            transport().watchInput(false);
            // the last time limit must not close the connection before the answer is sent
            times.limitNothing();
            transport().loop().executeShortly(() -> refuseWithoutExchange(violation, headOnly, line));
            return;
        }
        try {
            endHead();
            ErrorPage page = new ErrorPage(violation.status(), violation.text(), headOnly);
            shared().counts.count(violation, transport().remoteAddress());
            if (at(Phase.BODY)) {
                endArrival(violation.status(), page.contentLength(), violation.name());
            } else {
                ByteBuffer received = line == null ? input.received() : line;
                shared().handler.onRefused(transport(), received, violation, page.contentLength());
            }
            input.releaseUnlessDetached();
            enter(Phase.LINGERING, page.send(output));
            times.limitNothing();
            goOn();
        } catch (IOException e) {
            transport().close();
        } finally {
            output.unlock();
        }
    }

    /** Sends the end of the last response, in the phase SENDING. */
    private void send() {
        switch (dueOutput().trySend()) {
            case LOCKED -> {
                if (!output.sendsFile()) { // otherwise that thread calls onWritable
                    transport().loop().executeShortly(this::onWritable);
                }
            }
            case NO_ROOM -> transport().watchInput(false);
            case SENT -> {
                transport().watchRoom(false);
                phase = afterSending;
                times.limitIdle();
                goOn();
            }
            case BROKEN -> {}
        }
    }

    private DueOutput dueOutput() {
        if (dueOutput == null) {
            dueOutput = new DueOutput(output);
        }
        return dueOutput;
    }

    private void drain() {
        RequestBody.Progress progress = toDrain.discard(requests.buffer, shared().limits.drainAmountAfterResponse);
        if (progress == RequestBody.Progress.MORE_TO_COME) {
            return;
        }
        toDrain = null;
        if (progress == RequestBody.Progress.DONE) {
            enter(Phase.HEAD);
            times.limitIdle();
            goOn();
        } else {
            linger();
        }
    }

    private void linger() {
        endHttp();
        new LingeringClose(transport(), requests.buffer, shared().counts).begin(shared().limits.drainNanos);
    }
}
