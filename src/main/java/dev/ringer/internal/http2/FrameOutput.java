package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.FrameReader;
import dev.ringer.internal.http2.frame.FrameWriter;
import dev.ringer.internal.http2.hpack.HpackEncoder;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.GatheredOutput;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * What leaves on one connection: the thread that sends composes frames of what all have queued, so that many responses leave in
 * one write.
 *
 * <p>When the socket takes no more, the loop is asked to watch it, and goes on. Nothing here blocks.
 */
final class FrameOutput extends GatheredOutput {
    /** The size of a buffer. Over TLS it leaves as two full records, into each of which the JDK puts 16,367 bytes. */
    static final int CAPACITY = 2 * 16_367;

    /** With less room than this, what is there leaves first. */
    private static final int MIN_ROOM = 1024;

    private static final VarHandle QUEUE;

    static {
        try {
            QUEUE = MethodHandles.lookup().findVarHandle(FrameOutput.class, "queue", Outgoing.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // fixed
    private final Http2Shared shared;
    private final Runnable onSealSent;
    private final SendWindow window = new ConnectionWindow();

    // the sender's
    private final HpackEncoder encoder = new HpackEncoder();
    private final ContentOrder order = new ContentOrder();
    private ByteBuffer buffer; // null while nothing is pending
    private Outgoing first; // of what was taken from the queue, in its order
    private Outgoing last;
    private int initialWindow = SendWindow.DEFAULT_SIZE; // of a stream
    private int maxFrameSize = FrameReader.SMALLEST_MAX_FRAME_SIZE;
    private int inPart; // octets that have left of TLS records of which nothing counts as written yet
    private int ratedEnd; // how much of the buffer leaves before nothing of a response is left in it
    private boolean sealed; // nothing is composed any more
    private boolean over; // and all has left

    // null until the client was waited for; the loop judges them
    private volatile SendPace socketPace;
    private volatile SendPace windowPace;

    // shared
    private volatile Outgoing queue; // the newest first
    private volatile boolean pending; // whether something has been queued and not sent
    private volatile long fullSince; // in nanoTime's terms; 0 while the socket takes what is sent

    FrameOutput(Transport transport, Http2Shared shared, Runnable onSealSent) {
        super(transport);
        this.shared = shared;
        this.onSealSent = onSealSent;
    }

    // ---- any thread

    /** Takes over a WINDOW_UPDATE for all streams together; false if the window would be too large. Loop only. */
    boolean increaseWindow(int increment) {
        return window.increaseWindow(SendWindow.DEFAULT_SIZE, increment);
    }

    /** Queues something, to leave when {@link #send} is called next. */
    void add(Outgoing item) {
        pending = true;
        Outgoing newest;
        do {
            newest = queue;
            item.next = newest;
        } while (!QUEUE.compareAndSet(this, newest, item));
    }

    /** Queues what a stream has, unless it is queued already. */
    void add(OutgoingResponse response) {
        if (response.markQueued()) {
            add((Outgoing) response);
        }
    }

    /** Whether all that was queued has left, but for content that waits for its window. */
    boolean idle() {
        return !pending;
    }

    /** Whether something was queued that {@link #send} would take up. Any thread. */
    boolean hasQueued() {
        return queue != null && fullSince == 0;
    }

    /** Since when the socket has taken nothing, in {@link System#nanoTime()}'s terms; 0 if it takes what is sent. */
    long fullSince() {
        return fullSince;
    }

    /** How much the encoder keeps from head to head. Any thread, to which it may be of a moment ago. */
    int keptBytes() {
        return encoder.keptBytes();
    }

    /** The socket may take more. Loop only. */
    void onRoom() {
        transport.watchRoom(false);
        fullSince = 0;
        send();
    }

    /**
     * Offers what waits again, also to a socket that says it is full: it says that it has room when much of it is free, which
     * takes a slow client longer than it may take. Loop only.
     */
    void offerAgain() {
        if (fullSince != 0) {
            fullSince = 0;
            send();
        }
    }

    /** How the client reads the socket; null if that was never waited for. Any thread. */
    SendPace socketPace() {
        return socketPace;
    }

    /** How the client opens the connection's window; null if that was never waited for. Any thread. */
    SendPace windowPace() {
        return windowPace;
    }

    /** Gives up what only makes the next head quicker. Loop only. */
    void trim() {
        if (tryBegin()) {
            encoder.trim();
            leave();
            send(); // what was queued meanwhile
        }
    }

    // ---- sending

    @Override
    protected boolean sendQueued() throws IOException {
        for (int sent = 0; fullSince == 0 && !over && !transport.closed(); ) {
            if (sent >= MAX_PER_TURN) {
                return false;
            }
            pending = false;
            takeQueue();
            compose();
            if (buffer == null) {
                noteWaiting(!order.isEmpty() && availableWindow(1) == 0);
                return true;
            }
            pending = true;
            sent += write();
        }
        if (over || transport.closed()) {
            abandon(); // what was queued since has a stream as well that must hear that it is closed
        }
        return true;
    }

    private void takeQueue() {
        Outgoing item = (Outgoing) QUEUE.getAndSet(this, null);
        if (item == null) {
            return;
        }
        Outgoing newest = item;
        Outgoing behind = null;
        while (item != null) { // the oldest is to come first
            Outgoing older = item.next;
            item.next = behind;
            behind = item;
            item = older;
        }
        if (first == null) {
            first = behind;
        } else {
            last.next = behind;
        }
        last = newest;
    }

    private void compose() {
        while (first != null && hasRoom()) {
            Outgoing item = first;
            first = item.next;
            item.next = null;
            if (sealed) {
                item.discard(this);
            } else {
                int before = composed();
                item.compose(this);
                noteComposed(item, before);
            }
        }
        if (first == null) {
            last = null; // or an idle connection would keep its last stream
        }
        if (first == null && !sealed) {
            order.compose(this);
        }
    }

    /** How much the buffer has. */
    int composed() {
        return buffer == null ? 0 : buffer.position();
    }

    /** Notes what an item has composed since the buffer had so much. */
    void noteComposed(Outgoing item, int before) {
        int now = composed();
        if (now > before && item.rated()) {
            ratedEnd = now;
        }
    }

    private boolean hasRoom() {
        return buffer == null || buffer.remaining() >= MIN_ROOM;
    }

    private int write() throws IOException {
        ByteBuffer bytes = buffer.flip();
        int size = bytes.remaining();
        boolean broken = true;
        try {
            transport.write(bytes);
            broken = false;
        } finally {
            if (broken) {
                releaseBuffer();
            }
        }
        int gone = bytes.position();
        ratedEnd = Math.max(0, ratedEnd - gone);
        notePace(gone, bytes.hasRemaining());
        if (bytes.hasRemaining()) {
            bytes.compact();
            fullSince = socketPace.waitsSince();
            transport.loop().execute(new ConnectionTask(transport, () -> transport.watchRoom(true)));
            return gone;
        }
        releaseBuffer();
        if (sealed) {
            over = true;
            pending = false;
            transport.loop().execute(new ConnectionTask(transport, onSealSent));
        }
        return size;
    }

    /** Counts what the socket has taken: over TLS that moves in small steps, and what counts as written in large ones. */
    private void notePace(int gone, boolean full) {
        if (socketPace == null && full) {
            socketPace = new SendPace(shared);
        }
        if (socketPace != null) {
            int nowInPart = full ? transport.sentInPart() : 0;
            socketPace.took(Math.max(0, gone + nowInPart - inPart));
            inPart = nowInPart;
            if (full) {
                socketPace.await(holdsRated());
            } else {
                socketPace.goOn();
            }
        }
    }

    /** Whether something of a response is among what the socket does not take. */
    private boolean holdsRated() {
        boolean holds = ratedEnd > 0 || order.holdsRated();
        for (Outgoing item = first; item != null && !holds; item = item.next) {
            holds = item.rated();
        }
        return holds;
    }

    /** Notes whether content waits for the connection's window. */
    private void noteWaiting(boolean waits) {
        if (waits) {
            if (windowPace == null) {
                windowPace = new SendPace(shared);
            }
            windowPace.await(order.holdsRated());
        } else if (windowPace != null) {
            windowPace.goOn();
        }
    }

    /** How many octets of content the connection's window lets pass now, at most {@code wanted}. */
    int availableWindow(int wanted) {
        return window.availableWindow(SendWindow.DEFAULT_SIZE, wanted);
    }

    /** What the client lets us send on a stream before it says more. */
    int initialWindow() {
        return initialWindow;
    }

    /** Takes content that is sent out of the connection's window. */
    void takeWindow(int octets) {
        window.takeWindow(octets);
        if (windowPace != null) {
            windowPace.took(octets);
        }
    }

    private void releaseBuffer() {
        if (buffer.capacity() == CAPACITY) {
            transport.memory().giveBack(shared.outputBuffers, buffer);
        } else {
            transport.memory().release(buffer.capacity());
        }
        buffer = null;
    }

    private void abandon() {
        if (buffer != null) {
            releaseBuffer();
        }
        pending = false;
        takeQueue();
        while (first != null) {
            Outgoing item = first;
            first = item.next;
            item.next = null;
            item.discard(this);
        }
        order.clear();
    }

    // ---- for what composes itself

    /** The buffer, with at least so much room. */
    ByteBuffer room(int size) {
        if (buffer == null) {
            buffer = transport.memory().rent(shared.outputBuffers).clear();
        }
        if (buffer.remaining() < size) { // a head that is larger than usual
            ByteBuffer larger = ByteBuffer.allocate(buffer.position() + size);
            transport.memory().take(larger.capacity());
            larger.put(buffer.flip());
            releaseBuffer();
            buffer = larger;
        }
        return buffer;
    }

    /** Composes a head. */
    void putHead(int streamId, ResponseHead head, boolean endStream) {
        encoder.begin();
        head.encode(encoder);
        int size = encoder.size();
        ByteBuffer to = room(FrameWriter.headersSize(size, maxFrameSize));
        FrameWriter.headers(to, streamId, endStream, encoder.block(), 0, size, maxFrameSize);
    }

    /** Composes content of a stream, now or when it is its turn. */
    void offer(OutgoingResponse response) {
        order.offer(this, response);
    }

    /** How much content may follow in one frame: by the connection's window, the room, and the size of a turn. */
    int roomForContent() {
        int room = (buffer == null ? CAPACITY : buffer.remaining()) - FrameWriter.HEAD_SIZE;
        return room < MIN_ROOM ? 0 : Math.min(room, SendOrder.TURN);
    }

    /** Takes a stream out of the order. */
    void forget(OutgoingResponse response) {
        order.remove(response);
    }

    /** Follows the client's settings. */
    void apply(PeerSettings settings) {
        if (settings.table() != PeerSettings.UNCHANGED) {
            encoder.limitTable(settings.smallestTable());
            encoder.limitTable(settings.table());
        }
        if (settings.frameSize() != PeerSettings.UNCHANGED) {
            maxFrameSize = (int) settings.frameSize();
        }
        if (settings.initialWindow() != PeerSettings.UNCHANGED) {
            initialWindow = (int) settings.initialWindow();
        }
    }

    /** Adds nothing any more, and says so when all has left. */
    void seal() {
        sealed = true;
    }
}
