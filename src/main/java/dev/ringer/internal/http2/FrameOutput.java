package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.FrameReader;
import dev.ringer.internal.http2.frame.FrameWriter;
import dev.ringer.internal.http2.hpack.HpackEncoder;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.GatheredOutput;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Sends the frames of one connection. Any thread queues items. The thread that sends composes the frames of all queued
 * items, so that many responses leave in one write.
 *
 * <p>If the socket is full, the loop goes on when the socket is writable again. No method blocks.
 */
final class FrameOutput extends GatheredOutput {
    /** If the buffer has fewer free bytes than this, the output writes the buffer before it composes more frames. */
    private static final int MIN_ROOM = 1024;

    // never change after construction
    private final SenderShared shared;
    private final Runnable onSealSent;
    private final SendWindow window = new SendWindow();

    // owned by the sending thread
    private final HpackEncoder encoder = new HpackEncoder();
    private final ContentOrder<Content> order = new ContentOrder<>();
    private ByteBuffer buffer; // null while nothing is pending
    private int initialWindow = SendWindow.DEFAULT_SIZE; // initial window of each stream, in octets
    private int maxFrameSize = FrameReader.SMALLEST_MAX_FRAME_SIZE;
    // The end of the last response in the buffer, in bytes; 0 if the buffer has nothing of a response.
    private int ratedEnd;
    private boolean sealed; // whether nothing more is composed
    private boolean over; // whether the output is sealed and has sent everything

    // Null until the server first waits for the client. The sending thread writes them, the loop thread checks them.
    private volatile ClientPace socketPace;
    private volatile ClientPace windowPace;

    // used by several threads
    private volatile boolean pending; // whether something was queued and not sent
    private volatile long fullSince; // since when the socket is full, in nanoTime's terms; 0 while it is writable

    FrameOutput(Transport transport, SenderShared shared, Runnable onSealSent) {
        super(transport);
        this.shared = shared;
        this.onSealSent = onSealSent;
    }

    /** Something that waits to be sent on a connection. The items link themselves, so the queue allocates nothing. */
    abstract static class Item extends GatheredOutput.Item {
        /** Marks the item as queued. Returns false if it is queued already. */
        boolean markQueued() {
            return true;
        }

        /** Writes the frames of the item into the output's buffer. Sending thread only. */
        abstract void compose(FrameOutput output);

        /** Whether the item is a response, to which the minimum rate applies. */
        boolean rated() {
            return false;
        }

        /** Drops the item, because the connection sends nothing any more. Sending thread only. */
        void discard(FrameOutput output) {}
    }

    /** The content of a stream. It leaves when the windows allow it and the stream has its turn. */
    interface Content extends ContentOrder.Member {
        /** Returns the bytes of content that wait and can leave in one piece; 0 if none wait. */
        int size();

        /**
         * Composes DATA.
         *
         * @param most the most octets of content that the connection's window and the buffer allow
         * @return the composed octets of content; −1 if the end of the stream was composed
         */
        int composeContent(FrameOutput output, int most);

        /** Notes whether the content waits for the stream's own window. */
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

    /** Queues an item, unless it is queued already. The next {@link #send} sends it. */
    void add(Item item) {
        if (!item.markQueued()) {
            return;
        }
        pending = true;
        enqueue(item);
    }

    /** Whether the output has sent all queued items, except content that waits for a window. */
    boolean idle() {
        return !pending;
    }

    /** Whether the queue has something that {@link #send} would send now. Any thread. */
    boolean canSend() {
        return hasQueued() && fullSince == 0;
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
     * Tries to send again, even if the socket was not reported as writable. The kernel reports a socket only when much
     * of its buffer is free. A slow client may need more time to free so much than its time limit allows. Loop thread
     * only.
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
     * Returns the pace at which the client widens the connection's window; null if the server never waited for that.
     * Any thread.
     */
    ClientPace windowPace() {
        return windowPace;
    }

    /** Frees memory that only makes the next head faster. Loop thread only. */
    void trim() {
        if (tryBegin()) {
            encoder.trim();
            leave();
            send(); // other threads may have queued something meanwhile
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
            // Other threads may have queued streams after the connection was closed. These must be notified, too.
            abandon();
        }
        return true;
    }

    private void compose() {
        while (first() != null && hasRoom()) {
            Item item = (Item) first();
            removeFirst();
            if (sealed) {
                item.discard(this);
            } else {
                int before = composed();
                item.compose(this);
                noteComposed(item.rated(), before);
            }
        }
        while (first() == null && !sealed && !order.isEmpty() && roomForContent() > 0 && availableWindow(1) > 0) {
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
        boolean waits = more && count == 0 && most > 0; // the window of the stream is exhausted
        content.noteWaiting(waits);
        return more && !waits;
    }

    /** Returns the number of bytes in the buffer. */
    private int composed() {
        return buffer == null ? 0 : buffer.position();
    }

    /** Notes what was composed after the first {@code before} bytes of the buffer. */
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

    /** Whether a response, or a part of a response, waits for the socket. */
    private boolean holdsRated() {
        boolean holds = ratedEnd > 0 || order.holdsRated();
        for (Item item = (Item) first(); item != null && !holds; item = (Item) after(item)) {
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

    /** Returns the initial window of a stream, in octets of content. */
    int initialWindow() {
        return initialWindow;
    }

    /** Takes the octets of composed content out of the connection's window. */
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
        while (first() != null) {
            Item item = (Item) first();
            removeFirst();
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
        if (buffer.remaining() < size) { // an unusually large head
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
     * Composes the content of a stream, now or when the stream has its turn. If no other stream waits, the first turn
     * comes at once.
     */
    void offer(Content content) {
        boolean ordered = content.orderedUnder() != Content.NOT_ORDERED;
        if (!ordered && content.size() == 0) {
            content.composeContent(this, 0); // composes only the end of the stream, which needs no window
        } else if (ordered || !order.isEmpty() || composeTurn(content)) {
            order.add(content);
        }
    }

    /** Returns the most octets of content for the next frame, by the room of the buffer and the size of a turn. */
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
