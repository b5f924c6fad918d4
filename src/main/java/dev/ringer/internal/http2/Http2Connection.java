package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.protocol.ConnectionEvents;
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
 *                                    ENDING: the last GOAWAY is on its way; then {@link Departure#linger}
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
    private final HeldResponses held;
    private final StreamTable streams = new StreamTable();
    private final boolean extendedConnect;
    private final ContentCredit credit;
    private final StreamEnds ends;
    private final BlockReceiver blocks;
    private final FrameReceiver frames;
    private final FrameInput input;
    private final Http2Times times;
    private final Departure departure;
    private final ConnectionMemory memory;
    private final AtomicInteger waiting = new AtomicInteger(); // handlers that the loop is to run

    // the loop's
    private Phase phase = Phase.SERVING;
    private long now = System.nanoTime();

    private boolean served; // a request at least
    private boolean countedIdle;
    private final ArrivedContent arrived = new ArrivedContent();

    // shared
    private volatile long idleSince = now; // when the last stream was done, in nanoTime's terms
    private volatile boolean tooSlow;
    private volatile boolean leaving; // whether the thread that ends a stream is to say so

    Http2Connection(Http2Protocol protocol, Transport transport) {
        this.protocol = protocol;
        this.transport = transport;
        Http2Shared shared = protocol.shared();
        output = new FrameOutput(transport, shared, this::linger);
        held = new HeldResponses(transport, output);
        credit = new ContentCredit(transport, output, shared.window);
        ends = new StreamEnds(this, credit);
        extendedConnect = shared.handler.switchesProtocols();
        blocks = new BlockReceiver(protocol, extendedConnect);
        frames = new FrameReceiver(this, credit, blocks);
        input = new FrameInput(this, frames);
        times = new Http2Times(this);
        departure = new Departure(this);
        memory = new ConnectionMemory(this);
    }

    void open(ByteBuffer received) {
        transport.serveBy(this);
        times.begin();
        Http2Shared shared = shared();
        output.add(ControlFrame.opening(shared.settings(extendedConnect), shared.window - DEFAULT_WINDOW));
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

    StreamEnds ends() {
        return ends;
    }

    Http2Times times() {
        return times;
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
        arrived.tell();
        if (isReceiving()) {
            memory.recount();
        }
        if (waiting.get() > 1 && shared().handler.runsOnLoop()) {
            held.lookShortly(); // should one of them be slow
        }
        if (blocks.open()) {
            times.onBlock();
        }
        output.send();
    }

    @Override
    public void onWritable() {
        output.onRoom();
        memory.recount();
    }

    // ---- streams

    /** Whether there are as many streams as there may be. */
    boolean isFull() {
        if (streams.count() >= shared().maxStreams) {
            ends.collect(); // responses may have left since the turn began, and their client is right to open others
        }
        return streams.count() >= shared().maxStreams;
    }

    /** Puts a stream into the table. There is no other way in. */
    void addStream(Http2Stream stream) {
        streams.add(stream);
        memory.onAdded(stream);
    }

    /** Gives a request to its handler, or answers it where there are too many. */
    void dispatch(Http2Stream stream) {
        addStream(stream);
        served = true;
        uncountIdle();
        input.countRequest();
        times.onStream();
        Runnable request = shared().handler.admit(stream);
        if (request != null) {
            waiting.incrementAndGet();
            transport.loop().runApplication(request);
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
        if (othersFollow) {
            held.onHeldBack();
        } else {
            output.send();
        }
    }

    /** Nothing more is sent on a stream, whose handler has ended. Any thread. */
    void onDone(Http2Stream stream) {
        idleSince = System.nanoTime();
        streams.addDone(stream);
        if (transport.closed()) {
            stream.releaseCounted(); // the loop may have ended
        }
        if (leaving || shared().idleConnections.limited() || stream.isCounted()) {
            departure.goOnSoon(); // else the table may keep it until the client's next frame
        }
    }

    /** A stream has left the table. Loop only. */
    void onRemoved(Http2Stream stream) {
        memory.onRemoved(stream);
        if (leaving && streams.count() == 0) {
            departure.goOnSoon();
        }
    }

    /** No stream is left: there may be too many connections of which that is true. Loop only. */
    void onIdle() {
        if (served && !countedIdle && phase == Phase.SERVING) {
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

    /** Content of a stream has come, or its end: who reads it is told at the end of the turn. */
    void noteContent(Http2Stream stream) {
        if (stream.tunnel() != null) {
            credit.onTunnelTalks();
        }
        arrived.note(stream);
    }

    /** Whether a handler is to be told of content at the end of the turn. */
    boolean readerWaits() {
        return arrived.readerWaits();
    }

    /** Somebody does not want a stream's content any more. */
    void onContentUnwanted(Http2Stream stream) {
        look(System.nanoTime());
        ends.dropContent(stream);
        output.send();
    }

    /** Looks at what has become of the streams since. */
    void look(long atNanos) {
        now = atNanos;
        ends.collect();
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

    /** How much content may come on all streams together. */
    ContentCredit credit() {
        return credit;
    }

    /** The client does not read what is sent. */
    void closeTooSlow() {
        tooSlow = true;
        transport.close();
    }

    /** Whether it was closed because the client took too little. Any thread. */
    boolean tooSlow() {
        return tooSlow;
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
        departure.onClientLeaves();
    }

    /** The application wants the connection to be closed behind its response. Any thread. */
    void closeSoon() {
        transport.loop().execute(departure::announce);
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
        if (isReceiving()) {
            departure.closeIfIdle(endTunnels() && isBetweenFrames());
        }
        return false; // what lingers says when it is over
    }

    @Override
    public boolean awaitsFirstRequest() {
        return !served && phase == Phase.SERVING;
    }

    /** Has tunnels come to their end; true if no stream is left that is waited for. */
    private boolean endTunnels() {
        boolean over = true;
        for (Http2Stream stream : streams.all()) {
            over &= stream.tunnel() != null && stream.tunnel().endIfIdle();
        }
        return over;
    }

    /** Whether no stream is open, and none is about to be. */
    boolean isIdle() {
        ends.collect();
        return streams.count() == 0 && isBetweenFrames();
    }

    private boolean isBetweenFrames() {
        return input.isEmpty() && !blocks.open();
    }

    /** Whether the connection ends with its last stream. */
    boolean isLeaving() {
        return phase == Phase.LEAVING;
    }

    /** Whether the last GOAWAY is on its way. */
    boolean isEnding() {
        return phase == Phase.ENDING;
    }

    /** Tells the client that this is the end, and why; then closes the connection. */
    void end(ErrorCode code) {
        if (phase == Phase.ENDING || phase == Phase.CLOSED) {
            return;
        }
        phase = Phase.ENDING;
        transport.watchInput(false);
        output.add(ControlFrame.lastGoAway(departure.last(), code));
        loseStreams();
        output.send();
        times.onEnding();
        if (output.fullSince() != 0 && code != ErrorCode.NO_ERROR) {
            transport.close(); // a client at fault that does not read: it would not see the GOAWAY either
        }
    }

    private void loseStreams() {
        leaving = true;
        uncountIdle();
        for (Http2Stream stream : streams.all()) {
            stream.onClientGone();
            output.add((OutgoingResponse) stream); // which drops what waits there
        }
        blocks.release();
    }

    /** The last GOAWAY has left. */
    private void linger() {
        if (phase == Phase.ENDING && !transport.closed()) {
            phase = Phase.CLOSED;
            times.end();
            for (Http2Stream stream : streams.all()) {
                if (stream.ended() && stream.closed()) { // it was draining
                    ends.remove(stream);
                }
            }
            memory.release();
            departure.linger(served);
        }
    }

    @Override
    public void onClosed() {
        phase = Phase.CLOSED;
        times.end();
        loseStreams();
        output.send(); // which drops what is there
        ends.collect();
        streams.all().stream().filter(Http2Stream::ended).forEach(Http2Stream::releaseCounted); // they were draining
        memory.release();
        transport.release();
    }

    // ---- memory

    /** What was read and is not handled yet, in bytes. */
    int unhandledBytes() {
        return input.heldBytes();
    }

    int pendingAnswers() {
        return frames.pendingAnswers();
    }

    @Override
    public boolean spareable() {
        return memory.spareable();
    }

    @Override
    public boolean letGo() {
        if (!isReceiving()) {
            transport.close();
            return true;
        }
        return memory.letGo();
    }
}
