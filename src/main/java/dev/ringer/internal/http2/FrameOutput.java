package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.FrameReader;
import dev.ringer.internal.http2.frame.FrameWriter;
import dev.ringer.internal.http2.hpack.HpackEncoder;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.GatheredOutput;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Sends the frames of one connection. The sending thread composes the frames of everything that all threads have
 * queued, so that many responses leave in one write.
 *
 * <p>When the socket is full, the loop watches it, and goes on when the socket is writable. Nothing here blocks.
 */
final class FrameOutput extends GatheredOutput {
    /** The least free room of the buffer in bytes. With less room, the buffer is written before more is composed. */
    private static final int MIN_ROOM = 1024;

    private static final VarHandle QUEUE;

    static {
        try {
            QUEUE = MethodHandles.lookup().findVarHandle(FrameOutput.class, "queue", Item.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // fixed
    private final SenderShared shared;
    private final Runnable onSealSent;
    private final SendWindow window = new SendWindow();

    // owned by the sending thread
    private final HpackEncoder encoder = new HpackEncoder();
    private final ContentOrder<Content> order = new ContentOrder<>();
    private ByteBuffer buffer; // null while nothing is pending
    private Item first; // the oldest item that was taken from the queue and is not composed yet
    private Item last;
    private int initialWindow = SendWindow.DEFAULT_SIZE; // octets, of each stream
    private int maxFrameSize = FrameReader.SMALLEST_MAX_FRAME_SIZE;
    // The end of the last response in the buffer, in bytes; 0 if the buffer has nothing of a response.
    private int ratedEnd;
    private boolean sealed; // whether nothing more is composed
    private boolean over; // whether it is sealed and all has left

    // Null until the server first waits for the client. Written by the sending thread, judged by the loop thread.
    private volatile ClientPace socketPace;
    private volatile ClientPace windowPace;

    // shared
    private volatile Item queue; // linked by next, the newest first
    private volatile boolean pending; // whether something has been queued and not sent
    private volatile long fullSince; // in nanoTime's terms; 0 while the socket is writable

    FrameOutput(Transport transport, SenderShared shared, Runnable onSealSent) {
        super(transport);
        this.shared = shared;
        this.onSealSent = onSealSent;
    }

    /** What waits to be sent on a connection. The items link themselves, so the queue needs no other objects. */
    abstract static class Item {
        private Item next; // the next item of the list, while this one waits

        /** Marks it as queued. Returns false if it is queued already. */
        boolean markQueued() {
            return true;
        }

        /** Puts frames into the output's buffer. Sending thread only. */
        abstract void compose(FrameOutput output);

        /** Whether the item is a response, to which the minimum rate applies. */
        boolean rated() {
            return false;
        }

        /** Drops the item, because nothing is sent on the connection any more. Sending thread only. */
        void discard(FrameOutput output) {}
    }

    /** Content of a stream. It leaves when the stream's window allows it, and when the stream has its turn. */
    interface Content extends ContentOrder.Member {
        /** Returns the bytes of content that can be sent in one piece; 0 if none wait. */
        int size();

        /**
         * Composes DATA.
         *
         * @param most the most octets of content, by the connection's window and the room of the buffer
         * @return octets of content; −1 if the end of the stream was composed
         */
        int composeContent(FrameOutput output, int most);

        /** Notes whether content waits for the stream's own window. */
        void noteWaiting(boolean waits);
    }

    // ---- any thread

    Transport transport() {
        return transport;
    }

    SenderShared shared() {
        return shared;
    }

    /** Applies a WINDOW_UPDATE for the connection. Returns false if the window would be too large. Loop thread only. */
    boolean increaseWindow(int increment) {
        return window.increase(increment);
    }

    /** Queues an item, unless it is queued already. It leaves when {@link #send} is called next. */
    void add(Item item) {
        if (!item.markQueued()) {
            return;
        }
        pending = true;
        Item newest;
        do {
            newest = queue;
            item.next = newest;
        } while (!QUEUE.compareAndSet(this, newest, item));
    }

    /** Whether all queued items have left, except content that waits for its window. */
    boolean idle() {
        return !pending;
    }

    /** Whether the queue has something that {@link #send} would take up. Any thread. */
    boolean hasQueued() {
        return queue != null && fullSince == 0;
    }

    /**
     * Returns the time since which the socket is full, in the terms of {@link System#nanoTime()}; 0 if it is writable.
     */
    long fullSince() {
        return fullSince;
    }

    /**
     * Returns the memory that the encoder retains from head to head, in bytes. Any thread. The value may be slightly
     * out of date.
     */
    int keptBytes() {
        return encoder.keptBytes();
    }

    /** Goes on to send, because the socket may be writable. Loop thread only. */
    void onRoom() {
        transport.watchRoom(false);
        fullSince = 0;
        send();
    }

    /**
     * Tries to send again, even if the socket is not known to be writable. A socket counts as writable only when much
     * of its buffer is free. A slow client may take longer for that than it is allowed to take. Loop thread only.
     */
    void offerAgain() {
        if (fullSince != 0) {
            fullSince = 0;
            send();
        }
    }

    /** Returns the pace at which the client reads the socket; null if the server never waited for that. Any thread. */
    ClientPace socketPace() {
        return socketPace;
    }

    /**
     * Returns the pace at which the client opens the connection's window; null if the server never waited for that. Any
     * thread.
     */
    ClientPace windowPace() {
        return windowPace;
    }

    /** Frees memory that only makes the next head faster. Loop thread only. */
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
            // The streams of what was queued since must be notified too that the connection is closed.
            abandon();
        }
        return true;
    }

    private void takeQueue() {
        Item item = (Item) QUEUE.getAndSet(this, null);
        if (item == null) {
            return;
        }
        Item newest = item;
        Item behind = null;
        while (item != null) { // the oldest is to come first
            Item older = item.next;
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
            Item item = first;
            first = item.next;
            item.next = null;
            if (sealed) {
                item.discard(this);
            } else {
                int before = composed();
                item.compose(this);
                noteComposed(item.rated(), before);
            }
        }
        if (first == null) {
            last = null; // otherwise an idle connection would retain its last stream
        }
        while (first == null && !sealed && !order.isEmpty() && roomForContent() > 0 && availableWindow(1) > 0) {
            Content content = order.next();
            if (!composeTurn(content)) {
                order.remove(content);
            }
        }
    }

    /** Composes one turn of a stream. Returns true if the stream is to have another turn. */
    private boolean composeTurn(Content content) {
        int most = availableWindow(roomForContent());
        int before = composed();
        int count = content.composeContent(this, most);
        noteComposed(content.rated(), before);
        if (count < 0) {
            return false;
        }
        boolean more = content.size() > 0;
        boolean waits = more && count == 0 && most > 0; // it had its turn, but its own window is exhausted
        content.noteWaiting(waits);
        return more && !waits;
    }

    /** Returns the number of bytes in the buffer. */
    private int composed() {
        return buffer == null ? 0 : buffer.position();
    }

    /** Notes what was composed behind the first {@code before} bytes of the buffer. */
    private void noteComposed(boolean rated, int before) {
        int now = composed();
        if (now > before && rated) {
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

    private void notePace(int gone, boolean full) {
        if (socketPace == null && full) {
            socketPace = shared.newPace();
        }
        if (socketPace != null) {
            socketPace.wrote(gone, full ? transport.sentInPart() : 0);
            if (full) {
                socketPace.await(holdsRated());
            } else {
                socketPace.goOn();
            }
        }
    }

    /** Whether something of a response waits for the socket. */
    private boolean holdsRated() {
        boolean holds = ratedEnd > 0 || order.holdsRated();
        for (Item item = first; item != null && !holds; item = item.next) {
            holds = item.rated();
        }
        return holds;
    }

    /** Notes whether content waits for the connection's window. */
    private void noteWaiting(boolean waits) {
        if (waits) {
            if (windowPace == null) {
                windowPace = shared.newPace();
            }
            windowPace.await(order.holdsRated());
        } else if (windowPace != null) {
            windowPace.goOn();
        }
    }

    /** Returns the octets of content that the connection's window allows now, at most {@code wanted}. */
    private int availableWindow(int wanted) {
        return window.available(wanted);
    }

    /** Returns the octets of content that the client allows on a new stream, before it widens the stream's window. */
    int initialWindow() {
        return initialWindow;
    }

    /** Takes octets of sent content out of the connection's window. */
    void takeWindow(int octets) {
        window.take(octets);
        if (windowPace != null) {
            windowPace.took(octets);
        }
    }

    private void releaseBuffer() {
        if (buffer.capacity() == SenderShared.OUTPUT_SIZE) {
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
            Item item = first;
            first = item.next;
            item.next = null;
            item.discard(this);
        }
        order.clear();
    }

    // ---- called by items that compose themselves

    /** Returns the buffer, with at least this many bytes of free room. */
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

    /**
     * Composes content of a stream, now or when the stream has its turn. Content that fits into one turn leaves at once
     * if no other content waits.
     */
    void offer(Content content) {
        boolean ordered = content.orderedUnder() != Content.NOT_ORDERED;
        if (!ordered && content.size() == 0) {
            content.composeContent(this, 0); // only the end of the stream, which needs no window
        } else if (ordered || !order.isEmpty() || composeTurn(content)) {
            order.add(content);
        }
    }

    /** Returns the octets of content that may follow in one frame, by the room of the buffer and the size of a turn. */
    private int roomForContent() {
        int room = (buffer == null ? SenderShared.OUTPUT_SIZE : buffer.remaining()) - FrameWriter.HEAD_SIZE;
        return room < MIN_ROOM ? 0 : Math.min(room, SendOrder.TURN);
    }

    /** Removes a stream from the send order. */
    void forget(Content content) {
        order.remove(content);
    }

    /** Applies the client's settings. */
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

    /** Composes nothing more from now on, and calls {@code onSealSent} when everything has left. */
    void seal() {
        sealed = true;
    }
}
