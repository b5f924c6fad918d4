package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One connection that speaks HTTP/2. It is never lent: the loop alone reads it, and tells the streams what has come; what is
 * to be sent goes through {@link FrameOutput}.
 *
 * <pre>
 *   SERVING ──stop, close asked for, client leaves──► LEAVING ──no stream──► ENDING
 *      ├──idle for too long───────────────────────────────────────────────► ENDING
 *      └──the client is at fault──────────────────────────────────────────► ENDING
 *                                    ENDING: the last GOAWAY is on its way; then {@link LingeringClose}
 * </pre>
 *
 * <p>Owned by the loop, but for what says so.
 */
final class Http2Connection implements ConnectionEvents {
    private enum Phase {
        SERVING,
        LEAVING,
        ENDING,
        CLOSED
    }

    private static final int DEFAULT_WINDOW =
            SendWindow.DEFAULT_SIZE; // that of every connection, until it is told more

    // fixed
    private final Http2Protocol protocol;
    private final Transport transport;
    private final FrameOutput output;
    private final StreamTable streams = new StreamTable();
    private final ContentCredit credit;
    private final BlockReceiver blocks;
    private final FrameReceiver frames;
    private final FrameInput input;
    private final Http2Times times;
    private final Departure departure;
    private final AtomicInteger waiting = new AtomicInteger(); // handlers that the loop is to run

    // the loop's
    private Phase phase = Phase.SERVING;
    private long now = System.nanoTime();
    private boolean countedIdle;

    // shared
    private volatile long idleSince = now; // when the last stream was done, in nanoTime's terms
    private volatile boolean leaving; // whether the thread that ends a stream is to say so

    Http2Connection(Http2Protocol protocol, Transport transport) {
        this.protocol = protocol;
        this.transport = transport;
        Http2Shared shared = protocol.shared();
        output = new FrameOutput(transport, shared, this::linger);
        credit = new ContentCredit(transport, output, shared.window);
        blocks = new BlockReceiver(protocol);
        frames = new FrameReceiver(this, credit, blocks);
        input = new FrameInput(this, frames);
        times = new Http2Times(this);
        departure = new Departure(this);
    }

    void open(ByteBuffer received) {
        transport.serveBy(this);
        times.begin();
        Http2Shared shared = shared();
        output.add(ControlFrame.opening(shared.settings(), shared.window - DEFAULT_WINDOW));
        if (TlsRules.forbids(transport.tlsSession())) {
            end(ErrorCode.INADEQUATE_SECURITY);
            return;
        }
        output.send();
        input.accept(received);
    }

    // ---- parts

    Http2Protocol protocol() {
        return protocol;
    }

    Http2Shared shared() {
        return protocol.shared();
    }

    Transport transport() {
        return transport;
    }

    FrameOutput output() {
        return output;
    }

    StreamTable streams() {
        return streams;
    }

    BlockReceiver blocks() {
        return blocks;
    }

    /** The time of the present event, in {@link System#nanoTime()}'s terms. */
    long now() {
        return now;
    }

    /** When the last stream was done, in {@link System#nanoTime()}'s terms. */
    long idleSince() {
        return idleSince;
    }

    int initialWindow() {
        return frames.initialWindow();
    }

    boolean settingsSeen() {
        return frames.settingsSeen();
    }

    // ---- events

    @Override
    public void onReadable() {
        if (isReceiving()) {
            input.read();
        } else {
            transport.watchInput(false);
        }
    }

    /** Whether the client's frames are of interest. */
    boolean isReceiving() {
        return phase == Phase.SERVING || phase == Phase.LEAVING;
    }

    /** All of a turn has been read. */
    void endTurn() {
        if (input.requestsInTurn() > 1 && shared().handler.runsOnLoop()) {
            output.sendShortly(); // what waits for the others of its turn, should one be slow
        }
        if (blocks.open()) {
            times.onBlock();
        }
        if (countedIdle) {
            countIdle();
        }
        output.send();
    }

    @Override
    public void onWritable() {
        output.onRoom();
    }

    // ---- streams

    /** Whether there are as many streams as there may be. */
    boolean isFull() {
        return streams.count() >= shared().maxStreams;
    }

    /** Gives a request to its handler, or answers it where there are too many. */
    void dispatch(Http2Stream stream) {
        streams.add(stream);
        input.countRequest();
        times.onStream();
        if (shared().handler.tryAdmit()) {
            waiting.incrementAndGet();
            transport.loop().runApplication(stream);
        } else {
            ErrorPage.shed(stream);
        }
    }

    /** The loop begins to run a handler. On the thread that does. */
    void onHandlerBegins() {
        waiting.decrementAndGet();
    }

    /** A stream has ended: its response leaves now, or with those that the loop is about to run. Any thread. */
    void sendFinished() {
        boolean othersFollow = shared().handler.runsOnLoop() && waiting.get() > 0;
        if (!othersFollow) {
            output.send();
        }
    }

    /** Nothing more is sent on a stream, whose handler has ended. Any thread. */
    void onDone(Http2Stream stream) {
        idleSince = System.nanoTime();
        streams.addDone(stream);
        if (leaving) {
            departure.goOnSoon();
        }
        if (shared().idleConnections.limited()) {
            transport.loop().execute(this::countIdle);
        }
    }

    /** Counts the connection among the idle ones as long as it is one; if there is no room, it ends. */
    private void countIdle() {
        boolean idle = phase == Phase.SERVING && isIdle();
        if (idle && !countedIdle) {
            countedIdle = shared().idleConnections.tryAdd();
            if (!countedIdle) {
                end(ErrorCode.NO_ERROR);
            }
        } else if (!idle && countedIdle) {
            countedIdle = false;
            shared().idleConnections.remove();
        }
    }

    /** Somebody does not want a stream's content any more. */
    void onContentUnwanted(Http2Stream stream) {
        look(System.nanoTime());
        dropContent(stream);
        output.send();
    }

    /** Looks at what has become of the streams since. */
    void look(long atNanos) {
        now = atNanos;
        collect();
    }

    /** Forgets the streams that are done, or lets in a little of what their clients still send. */
    void collect() {
        for (Http2Stream stream = streams.takeDone(); stream != null; ) {
            Http2Stream next = stream.nextDone;
            stream.nextDone = null;
            forget(stream);
            stream = next;
        }
    }

    private void forget(Http2Stream stream) {
        dropContent(stream);
        if (stream.state() != StreamState.OPEN) {
            streams.remove(stream);
        } else if (stream.brokenOff()) {
            streams.noteBroken(stream.id());
            streams.remove(stream);
        } else {
            stream.state(StreamState.DRAINING);
            stream.beginDrain(shared().drainAmount);
            times.onStream();
            drain(stream, 0);
        }
    }

    /** Lets in content that nobody reads, unless it is too much; false if the client was told to stop (RFC 9113, 8.1). */
    boolean drain(Http2Stream stream, int count) {
        boolean more = stream.drains(count);
        if (!more) {
            endDrain(stream);
        }
        return more;
    }

    /** Tells the client that the rest of its content is not wanted. */
    void endDrain(Http2Stream stream) {
        streams.noteBroken(stream.id());
        streams.remove(stream);
        output.add(ControlFrame.reset(stream.id(), ErrorCode.NO_ERROR));
    }

    /** Drops what nobody will read any more, and lets the client send as much on other streams. */
    void dropContent(Http2Stream stream) {
        if (stream.input() != null) {
            int count = stream.input().drop();
            if (count > 0) {
                credit.use(count);
                giveBack(stream, count);
            }
        }
    }

    /** Lets the client send more on one stream. */
    void giveBack(Http2Stream stream, int count) {
        boolean sends = stream.state() == StreamState.OPEN || stream.state() == StreamState.DRAINING;
        int increment =
                sends && stream.input() != null ? stream.input().window().use(count) : 0;
        if (increment > 0) {
            output.add(ControlFrame.windowUpdate(stream.id(), increment));
        }
    }

    /** A handler has read content. Any thread. */
    void onContentRead(int count) {
        credit.onRead(count);
    }

    /** A handler waits for content. Any thread. */
    void onContentAwaited() {
        credit.onWait();
    }

    /** It waits no more. Any thread. */
    void onContentCame() {
        credit.onWaited();
    }

    /** A handler has waited too long for its client to take anything. Any thread. */
    void onStalled() {
        if (output.fullSince() != 0) {
            transport.close();
        }
    }

    // ---- the end

    /** Whether a stream comes too late, because the client was told so. */
    boolean isBeyondGoAway(int streamId) {
        return departure.isBeyond(streamId);
    }

    void onPingAnswered() {
        departure.onPingAnswered();
    }

    /** The client will open no more streams. */
    void onClientLeaves() {
        leave();
        departure.goOnSoon(); // not in the middle of its frames
    }

    /** The application wants the connection to be closed behind its response. Any thread. */
    void closeSoon() {
        transport.loop().execute(departure::tellLast);
    }

    /** From now on the connection ends with its last stream. */
    void leave() {
        if (phase == Phase.SERVING) {
            phase = Phase.LEAVING;
            leaving = true;
        }
    }

    @Override
    public boolean closeIfIdle() {
        look(System.nanoTime());
        return switch (phase) {
            case SERVING, LEAVING -> departure.closeIfIdle();
            case ENDING -> output.idle();
            case CLOSED -> true;
        };
    }

    /** Whether no stream is open, and none is about to be. */
    boolean isIdle() {
        collect();
        return streams.count() == 0 && input.isEmpty() && !blocks.open();
    }

    /** Whether the connection ends with its last stream. */
    boolean isLeaving() {
        return phase == Phase.LEAVING;
    }

    /** Tells the client that this is the end, and why; then closes the connection. */
    void end(ErrorCode code) {
        if (phase == Phase.ENDING || phase == Phase.CLOSED) {
            return;
        }
        phase = Phase.ENDING;
        countIdle();
        transport.watchInput(false);
        output.add(ControlFrame.lastGoAway(departure.last(), code));
        output.send();
        loseStreams();
        if (output.fullSince() != 0 && code != ErrorCode.NO_ERROR) {
            transport.close(); // a client at fault that does not read: it would not see the GOAWAY either
        }
    }

    private void loseStreams() {
        for (Http2Stream stream : streams.all()) {
            stream.onClientGone();
        }
        blocks.release();
    }

    /** The last GOAWAY has left. */
    private void linger() {
        if (phase == Phase.ENDING && !transport.closed()) {
            phase = Phase.CLOSED;
            times.end();
            LingeringClose.begin(transport, shared().drainNanos, protocol.buffer(), shared().counts);
        }
    }

    @Override
    public void onClosed() {
        phase = Phase.CLOSED;
        countIdle();
        times.end();
        loseStreams();
        output.send(); // which drops what is there
        transport.release();
    }

    // ---- memory: what a connection holds is bounded by its windows, and not in the server's account yet

    @Override
    public long heldMemory() {
        return 0;
    }

    @Override
    public boolean spareable() {
        return false;
    }

    @Override
    public boolean letGo() {
        return false;
    }
}
