package dev.ringer.internal.http2;

import dev.ringer.internal.http.ErrorText;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.frame.Setting;
import dev.ringer.internal.http2.request.BlockReceiver;
import dev.ringer.internal.http2.request.RequestHeadReader;
import dev.ringer.internal.http2.response.ControlFrame;
import dev.ringer.internal.http2.response.FrameOutput;
import dev.ringer.internal.http2.response.HeldResponses;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.ShedAnswer;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.LimitClock;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One HTTP/2 connection. Only the loop thread reads from the connection, and gives each stream the content that has
 * arrived for that stream. Handlers do not read from the connection. {@link FrameOutput} sends everything.
 *
 * <pre>
 *   SERVING ──server stops, too many connections idle, or client leaves──► LEAVING ──no stream left──► ENDING
 *      ├──idle for too long──────────────────────────────────────────────────────────────────► ENDING
 *      └──the client is at fault─────────────────────────────────────────────────────────────► ENDING
 *                                    ENDING: the last GOAWAY is on its way; then {@link Departure#linger}
 * </pre>
 *
 * <p>Owned by the loop thread, unless a method says otherwise.
 */
final class Http2Connection implements ConnectionEvents {
    private enum Phase {
        SERVING,
        LEAVING,
        ENDING,
        CLOSED
    }

    private final LoopShared loop;
    private final Transport transport;
    private final FrameOutput output;
    private final HeldResponses held;
    private final StreamTable streams = new StreamTable();
    private final boolean extendedConnect;
    private final StreamEnds ends;
    private final BlockReceiver blocks;
    private final FrameReceiver frames;
    private final FrameInput input;
    private final Http2Times times;
    private final Departure departure;
    private final ConnectionMemory memory;
    private final AtomicInteger waiting = new AtomicInteger(); // number of requests whose handlers have not begun

    // owned by the loop thread
    private long now = LimitClock.nanos();

    private boolean served; // whether the server has accepted at least one request
    private boolean countedIdle;
    private ArrayDeque<Http2Stream> begunWaits; // streams whose requests have just begun to wait for content

    // used by several threads
    private volatile long idleSince = now; // time at which the last stream ended, as a value of LimitClock
    // Written by the loop thread. In any phase but SERVING, a thread that ends a stream must wake the loop.
    private volatile Phase phase = Phase.SERVING;

    Http2Connection(LoopShared loop, Transport transport) {
        this.loop = loop;
        this.transport = transport;
        Http2Shared shared = loop.shared;
        output = new FrameOutput(transport, shared.output, this::linger);
        held = new HeldResponses(transport, output);
        ends = new StreamEnds(this, transport, streams, output);
        extendedConnect = shared.handler.switchesProtocols();
        blocks = new BlockReceiver(loop.spareReaders, shared.limits, extendedConnect);
        departure = new Departure(this, transport, output, streams);
        RequestOpener requests = new RequestOpener(this, loop, blocks);
        frames = new FrameReceiver(this, streams, ends, departure, requests, blocks);
        input = new FrameInput(this, transport, loop, streams, frames);
        times = new Http2Times(this, output, blocks, streams, ends);
        memory = new ConnectionMemory(this, input, frames, output, blocks, streams, ends);
    }

    void open(ByteBuffer received) {
        transport.serveBy(this);
        times.begin();
        Http2Shared shared = shared();
        output.add(ControlFrame.opening(
                shared.settings(extendedConnect), FrameReceiver.CONNECTION_WINDOW - Setting.DEFAULT_WINDOW));
        if (TlsRules.forbids(transport.tlsSession())) {
            end(ErrorCode.INADEQUATE_SECURITY);
            return;
        }
        output.send();
        input.accept(received);
    }

    Http2Shared shared() {
        return loop.shared;
    }

    Transport transport() {
        return transport;
    }

    FrameOutput output() {
        return output;
    }

    /**
     * Returns the time at which the loop began to handle the current event, as a value of
     * {@link LimitClock}. Loop thread only.
     */
    long now() {
        return now;
    }

    /** Returns the time at which the last stream ended, as a value of {@link LimitClock}. */
    long idleSince() {
        return idleSince;
    }

    /** Whether the client's first frame, SETTINGS, has arrived. */
    boolean settingsSeen() {
        return frames.settingsSeen();
    }

    @Override
    public void onReadable() {
        if (isReceiving()) {
            input.read();
        } else {
            transport.watchInput(false);
        }
    }

    /** Returns how many bytes of an incomplete TLS record count as content that comes. Thread-safe. */
    int receivedInPart() {
        return input.receivedInPart();
    }

    /** Reads and handles what has arrived, before the loop judges how long the client has taken. */
    void readArrived() {
        if (isReceiving()) {
            input.readArrived();
            transport.checkForInput();
        }
    }

    /** Whether the connection still handles frames of the client. */
    boolean isReceiving() {
        return phase == Phase.SERVING || phase == Phase.LEAVING;
    }

    /** Ends a turn, after the input of the turn was handled. */
    void endTurn() {
        limitWaits();
        if (isReceiving()) {
            memory.recount();
        }
        if (waiting.get() > 1 && handlersOnLoop()) {
            held.checkShortly(); // sends finished responses even if a handler is slow
        }
        if (blocks.open()) {
            times.onBlock();
        }
        if (phase == Phase.LEAVING && streams.count() == 0) {
            departure.goOnSoon(); // the end may have waited only for the input that was handled now
        }
        output.send();
    }

    @Override
    public void onWritable() {
        output.onRoom();
        memory.recount();
    }

    /** Whether the connection has as many streams as the server allows. */
    boolean isFull() {
        if (streams.count() >= shared().maxStreams) {
            // This call removes streams that have ended since the loop began to handle the input, so that the client
            // may open others.
            ends.collect();
        }
        return streams.count() >= shared().maxStreams;
    }

    /** Adds a stream to the table. No other method adds a stream. */
    void addStream(Http2Stream stream) {
        streams.add(stream);
        memory.onAdded(stream);
    }

    /** Adds a stream to the connection's table, and gives the request to a handler. */
    void dispatch(Http2Stream stream) {
        addRequest(stream);
        begin(stream);
    }

    private void addRequest(Http2Stream stream) {
        addStream(stream);
        served = true;
        uncountIdle();
        times.onStream();
    }

    /** Gives a request to its handler, or answers 503 if a limit on requests in progress is reached. */
    private void begin(Http2Stream stream) {
        input.countRequest();
        Limit reached = shared().handler.limitReached(stream);
        if (reached == null) {
            waiting.incrementAndGet();
            transport.loop().runApplication(shared().handler.admit(stream));
        } else {
            ShedAnswer.send(shared().handler, stream, reached);
        }
    }

    /**
     * Sends an error response. No handler gets the request.
     *
     * @param reason the name of the violated rule or limit, for logs
     */
    void refuse(Http2Stream stream, int status, String text, String reason) {
        boolean headOnly = stream.request().method().equals("HEAD");
        int length = headOnly ? 0 : ErrorText.page(status, text).length;
        shared().handler.onRefused(stream, status, length, reason);
        stream.refuse(status, text);
    }

    /** Adds a stream to the connection's table. A handler gets the request when its content has arrived. */
    void await(Http2Stream stream) {
        addRequest(stream);
        if (shared().memory.admits()) {
            stream.input().beginArrival();
            begunWaits = begunWaits != null ? begunWaits : new ArrayDeque<>();
            begunWaits.add(stream);
        } else {
            begin(stream);
        }
    }

    /**
     * Starts the time limits of requests that have begun to wait for their content. Called after all input was handled,
     * because most of these requests are complete then, and need no time limit.
     */
    private void limitWaits() {
        for (Http2Stream stream; begunWaits != null && (stream = begunWaits.poll()) != null; ) {
            if (stream.awaitsContent()) {
                times.checkIn(stream.input().limitArrival());
            }
        }
    }

    /**
     * Calls the handler of a request if the content is complete, or if as much of it has arrived as the server gathers.
     * Also calls it if the server lacks memory, so that the request waits no longer.
     */
    private void noteAwaited(Http2Stream stream) {
        RequestContent content = stream.input();
        boolean enough = content.length() == RequestHeadReader.UNKNOWN_LENGTH
                && content.received() >= shared().limits.bodyBuffer;
        if (stream.state() == StreamState.COMPLETE || enough || !shared().memory.admits()) {
            beginAwaited(stream);
        } else {
            content.noteArrived();
        }
    }

    /** Whether a DATA frame has arrived in part. */
    boolean withinFrame() {
        return frames.withinContent() || transport.receivedInPart() > 0;
    }

    /** Gives a request that has waited for its content to its handler. */
    void beginAwaited(Http2Stream stream) {
        stream.input().endArrival();
        begin(stream);
    }

    /**
     * Ends a stream whose request waited for its content. One side has reset the stream, or the connection has
     * ended.
     *
     * @param why the rule that the content has broken; null if there is none
     */
    void onWaitEnded(Http2Stream stream, Violation why) {
        stream.input().endArrival();
        shared().handler.onRefused(stream, 0, 0, why == null ? null : why.name());
        stream.abort();
    }

    /**
     * Ends the content of a stream because it has broken a rule. Does not reset the stream, so that the client gets a
     * response. If no handler has got the request yet and its length was announced, sends an error response. Otherwise
     * the handler's read fails.
     */
    void breakContentOff(Http2Stream stream, Violation why) {
        if (stream.awaitsContent() && stream.requestLength() >= 0) {
            stream.input().endArrival();
            shared().counts.count(why, transport.remoteAddress());
            refuse(stream, why.status(), why.text(), why.name());
            return;
        }
        stream.input().breakOff(why);
        if (stream.awaitsContent()) {
            beginAwaited(stream);
        }
    }

    /** Called on the handler's thread, before the handler runs. */
    void onHandlerBegins() {
        waiting.decrementAndGet();
    }

    /**
     * Sends the response of a stream that has ended, either now or together with the next responses. Thread-safe.
     */
    void sendFinished() {
        boolean othersFollow = waiting.get() > 0 && handlersOnLoop();
        if (othersFollow) {
            held.onHeldBack();
        } else {
            output.send();
        }
    }

    private boolean handlersOnLoop() {
        return shared().handler.runsOnLoop() || transport.loop().inStint();
    }

    /** Called when a stream has ended and has nothing more to send. Thread-safe. */
    void onDone(Http2Stream stream) {
        idleSince = LimitClock.nanos();
        streams.addDone(stream);
        if (transport.closed()) {
            stream.releaseCounted(); // if the loop has ended, no other thread releases this memory
        }
        boolean uploads = stream.input() != null && !stream.input().isComplete(); // and may wait for its window
        if (phase != Phase.SERVING || shared().idleConnections.limited || stream.isCounted() || uploads) {
            // Without this call, the ended stream may stay in the table until the client sends its next frame.
            departure.goOnSoon();
        }
    }

    void onRemoved(Http2Stream stream) {
        memory.onRemoved(stream);
        if (phase != Phase.SERVING && streams.count() == 0) {
            departure.goOnSoon();
        }
    }

    /** Called when a stream begins to drain: the response is complete, but the client still sends content. */
    void onDraining() {
        if (phase != Phase.CLOSED) { // a lingering close has its own time limit
            times.onStream();
        }
    }

    /** Counts the connection as idle. If that makes too many idle connections, begins to close this one. */
    void onIdle() {
        if (shared().idleConnections.limited && served && !countedIdle && phase == Phase.SERVING) {
            countedIdle = shared().idleConnections.tryAdd(transport.remoteAddress());
            if (!countedIdle) {
                departure.announce();
            }
        }
    }

    private void uncountIdle() {
        if (countedIdle) {
            countedIdle = false;
            shared().idleConnections.remove();
        }
    }

    /**
     * Records that content of a stream, or the end of its content, has arrived. The reader is notified at the end of the
     * turn.
     */
    void noteContent(Http2Stream stream) {
        if (stream.awaitsContent()) {
            noteAwaited(stream);
        } else {
            input.noteContent(stream);
        }
    }

    /** Drops the request content of a stream, because nobody will read the content. */
    void onContentUnwanted(Http2Stream stream) {
        beginEvent(LimitClock.nanos());
        ends.dropContent(stream);
        output.send();
    }

    /** Begins a turn. Its time is a value of {@link LimitClock}. */
    void beginEvent(long atNanos) {
        now = atNanos;
        ends.collect();
    }

    /** Widens the flow-control window of the stream by octets that a handler has read. */
    void giveBackRead(Http2Stream stream, int count) {
        ends.giveBackRead(stream, count);
    }

    /**
     * Ends a stream that another protocol has used. If there is a code, also resets the stream, unless the stream
     * is over.
     */
    void endTunnel(Http2Stream stream, ErrorCode codeOrNull) {
        if (codeOrNull != null) {
            ends.breakOff(stream, codeOrNull);
        }
        ends.dropContent(stream);
    }

    /** Closes the connection because the client reads too slowly. */
    void closeTooSlow() {
        streams.all().forEach(stream -> stream.sender().noteTooSlow());
        transport.close();
    }

    /** Makes the connection end when its last stream ends. */
    void startLeaving() {
        if (phase == Phase.SERVING) {
            phase = Phase.LEAVING;
        }
    }

    @Override
    public boolean closeIfIdle() {
        beginEvent(LimitClock.nanos());
        if (isReceiving()) {
            // After the announcement, wait for the answer to its PING: nginx takes a response for cut off if the
            // connection ends before nginx has answered.
            if (endTunnels() && isBetweenFrames() && phase == Phase.SERVING) {
                end(ErrorCode.NO_ERROR);
            } else {
                departure.announce();
            }
        }
        return false; // the server must wait until the lingering close of this connection has ended
    }

    @Override
    public boolean awaitsFirstRequest() {
        return !served && phase == Phase.SERVING;
    }

    /** Ends the tunnels that are idle. Returns false if the connection has a stream for which the server must wait. */
    private boolean endTunnels() {
        boolean over = true;
        for (Http2Stream stream : streams.all()) {
            over &= stream.tunnel() != null && stream.tunnel().endIfIdle();
        }
        return over;
    }

    /** Whether the connection has no open stream and is about to open none. */
    boolean isIdle() {
        beginEvent(LimitClock.nanos());
        return streams.count() == 0 && isBetweenFrames();
    }

    private boolean isBetweenFrames() {
        return input.isEmpty() && !blocks.open();
    }

    /** Whether the connection will end when its last stream ends. */
    boolean isLeaving() {
        return phase == Phase.LEAVING;
    }

    /** Whether the last GOAWAY was queued. */
    boolean isEnding() {
        return phase == Phase.ENDING;
    }

    /** Ends the connection: because the client has broken a rule, or in good order with {@code NO_ERROR}. */
    void end(ErrorCode code) {
        if (phase == Phase.ENDING || phase == Phase.CLOSED) {
            return;
        }
        phase = Phase.ENDING;
        transport.watchInput(false);
        output.add(ControlFrame.lastGoAway(streams.lastServed(), code));
        loseStreams();
        output.send();
        times.onEnding();
        if (output.fullSince() != 0 && code != ErrorCode.NO_ERROR) {
            // The client has broken a rule and does not read, so it would not read the GOAWAY either.
            transport.close();
        }
    }

    private void loseStreams() {
        uncountIdle();
        for (Http2Stream stream : streams.all()) {
            stream.onClientGone();
            output.add(stream.sender()); // makes the sending thread drop the content that waits
        }
        blocks.release();
    }

    /** Begins the lingering close, after the last GOAWAY was sent. */
    private void linger() {
        if (phase == Phase.ENDING && !transport.closed()) {
            phase = Phase.CLOSED;
            times.end();
            for (Http2Stream stream : streams.all()) {
                // If everything was sent, the stream is in the table only because the client still sends content.
                if (stream.ended() && stream.sender().closed()) {
                    ends.remove(stream);
                }
            }
            memory.release();
            departure.linger(shared(), loop.buffer, served ? idleSince : 0);
        }
    }

    @Override
    public void onClosed() {
        phase = Phase.CLOSED;
        times.end();
        loseStreams();
        output.send(); // the connection is closed, so this call only drops all queued frames
        ends.collect();
        // Draining streams may still be in the table. No other code would release their memory.
        streams.all().stream().filter(Http2Stream::ended).forEach(Http2Stream::releaseCounted);
        memory.release();
        transport.release();
    }

    @Override
    public boolean evictable() {
        return memory.evictable();
    }

    @Override
    public boolean evict() {
        if (!isReceiving()) {
            transport.close();
            return true;
        }
        return memory.evict();
    }
}
