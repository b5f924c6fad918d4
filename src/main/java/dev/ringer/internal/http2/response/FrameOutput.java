package dev.ringer.internal.http2.response;

import dev.ringer.internal.descriptors.OpenFiles;
import dev.ringer.internal.descriptors.ReopenableFile;
import dev.ringer.internal.http2.frame.FrameReader;
import dev.ringer.internal.http2.frame.FrameWriter;
import dev.ringer.internal.http2.frame.Setting;
import dev.ringer.internal.http2.hpack.HpackEncoder;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.GatheredOutput;
import dev.ringer.internal.protocol.PaceClock;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import dev.ringer.internal.time.LimitClock;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Sends the frames of one connection. Any thread can queue items. One thread at a time is the sending thread: it
 * composes the frames of all queued items, so that many responses leave in one write.
 *
 * <p>If the socket is full, the loop continues when the socket is writable again. No method blocks.
 */
public final class FrameOutput extends GatheredOutput {
    /** If the output buffer has fewer free bytes than this, it is written to the socket before it gets more frames. */
    private static final int MIN_ROOM = 1024;

    /** The most files of a connection that keep a descriptor while they wait for the client's flow-control windows. */
    private static final int MAX_OPEN_FILES = 8;

    private static final VarHandle FILES = AtomicField.of(MethodHandles.lookup(), "files", int.class);
    private static final VarHandle WINDOW = AtomicField.of(MethodHandles.lookup(), "window", long.class);

    private final OutputShared shared;
    private final Runnable onSealSent;

    // owned by the sending thread
    private final HpackEncoder encoder = new HpackEncoder();
    private final SendOrder order = new SendOrder();
    private ByteBuffer buffer; // buffer of composed frames; null while no composed bytes wait for the socket
    private int initialWindow = Setting.DEFAULT_WINDOW; // initial flow-control window of each stream, in octets
    private int maxFrameSize = FrameReader.SMALLEST_MAX_FRAME_SIZE;
    // Index in the buffer after the last byte of a response to which the minimum rate applies; 0 if there is none.
    private int responseEnd;
    private int answers; // answers composed after the index `answersEnd` in the buffer
    private int answersBefore; // answers composed before that index and not sent yet
    private int answersEnd;
    private PaceClock paceClock; // the clock of all paces of the connection; null until there is a pace
    private boolean leavesFile; // whether the loop has come to content of a file, which another thread must read
    private boolean sealed; // whether no further frames may be composed
    private boolean over; // whether no further frames may be composed and all composed bytes were sent

    // They measure how fast the client reads from the socket, and how fast it opens the connection's window. Null until
    // the server first waits for the socket or the window. Written by the sending thread, and read by the loop thread.
    private volatile ClientPace<Limit> socketPace;
    private volatile ClientPace<Limit> windowPace;

    // used by several threads
    // Octets of content that the flow-control window of the connection (RFC 9113, 6.9) has room for. The loop thread
    // widens the window, and the sending thread takes octets from it.
    private volatile long window = Setting.DEFAULT_WINDOW;
    private volatile int answersSent; // answers to frames of the client that were sent so far, modulo 2^32
    private volatile long
            fullSince; // time since which the socket is full, as a value of LimitClock; 0 if it is writable
    private volatile int files; // responses that end with a file and were not sent completely
    private OpenFiles openFiles; // guarded by the monitor of this object; null until a response is a file

    public FrameOutput(Transport transport, OutputShared shared, Runnable onSealSent) {
        super(transport);
        this.shared = shared;
        this.onSealSent = onSealSent;
    }

    /** Something that waits to be sent on a connection. The queue is a linked list of the items themselves. */
    public abstract static class Item extends GatheredOutput.Item {
        /** Marks the item as queued. Returns false if it was queued before. */
        boolean markQueued() {
            return true;
        }

        /** Writes the frames of the item into the output's buffer. Sending thread only. */
        abstract void compose(FrameOutput output);

        /** Whether the item belongs to a response to which the minimum rate applies. */
        boolean minRateApplies() {
            return false;
        }

        /** Drops the item, because the connection sends nothing any more. Sending thread only. */
        void discard(FrameOutput output) {}
    }

    // ---- methods for any thread

    public Transport transport() {
        return transport;
    }

    OutputShared shared() {
        return shared;
    }

    /** Counts a file that a stream of this connection sends, so that the connection's files use few descriptors. */
    void count(FileChannel source) {
        if (source instanceof ReopenableFile file) {
            file.joinGroup(openFiles()); // may close other files, so not under the monitor
        }
    }

    private synchronized OpenFiles openFiles() {
        if (openFiles == null) {
            openFiles = new OpenFiles(MAX_OPEN_FILES);
        }
        return openFiles;
    }

    /** Counts the responses that end with a file: {@code change} is 1 for a further one, and −1 when one has ended. */
    void onFile(int change) {
        FILES.getAndAdd(this, change);
    }

    @Override
    protected boolean mayWaitForDisk() {
        return files > 0;
    }

    /** Applies a WINDOW_UPDATE for the connection. Returns false if the window would be too large. Loop thread only. */
    public boolean increaseWindow(int increment) {
        if (window + increment > Integer.MAX_VALUE) {
            return false;
        }
        WINDOW.getAndAdd(this, (long) increment);
        return true;
    }

    /** Adds an item to the queue, unless it is queued already. The next {@link #send} sends the item. */
    public void add(Item item) {
        if (item.markQueued()) {
            enqueue(item);
        }
    }

    /**
     * Returns the number of answers to frames of the client that were sent so far, modulo 2^32. An answer may be counted
     * only when the frames after it were sent too. Thread-safe.
     */
    public int answersSent() {
        return answersSent;
    }

    /** Whether {@link #send} would send something now. Thread-safe. */
    boolean canSend() {
        return hasQueued() && fullSince == 0;
    }

    /**
     * Returns the time since which the socket is full, as a value of {@link LimitClock}; 0 if it is writable.
     */
    public long fullSince() {
        return fullSince;
    }

    /**
     * Returns the memory that the HPACK encoder retains between two heads, in bytes. Thread-safe. The value may be
     * slightly out of date.
     */
    public int keptBytes() {
        return encoder.keptBytes();
    }

    /** Sends again, because the loop has reported the socket as writable. Loop thread only. */
    public void onRoom() {
        transport.watchRoom(false);
        fullSince = 0;
        send();
    }

    /**
     * Tries to send even if the kernel has not reported the socket as writable. The kernel waits until a large part of
     * the socket's buffer is free, which can take a slow client longer than its time limit. Loop thread only.
     *
     * @return false if another thread is sending, so that the pace of the client cannot be judged yet
     */
    public boolean offerAgain() {
        if (fullSince != 0) {
            fullSince = 0;
            send();
        }
        return !isSending();
    }

    /**
     * Returns the pace at which the client reads from the socket; null if the server never waited for the socket.
     * Thread-safe.
     */
    public ClientPace<Limit> socketPace() {
        return socketPace;
    }

    /**
     * Returns the pace at which the client opens the connection's flow-control window; null if the server never waited
     * for the window. Thread-safe.
     */
    public ClientPace<Limit> windowPace() {
        return windowPace;
    }

    /** Frees memory that only makes the encoding of heads faster. Loop thread only. */
    public void trim() {
        if (tryBegin()) {
            encoder.trim();
            releaseSender();
            send(); // other threads may have queued items during the trim
        }
    }

    // ---- sending, on the sending thread

    @Override
    protected void onDiskWait() {
        if (paceClock != null) {
            paceClock.pause();
        }
    }

    private void endDiskWait() {
        if (paceClock != null) {
            paceClock.resume();
        }
    }

    /** Creates a pace whose time does not run while the server waits for its disk. */
    ClientPace<Limit> newPace() {
        if (paceClock == null) {
            paceClock = new PaceClock(shared.clock);
        }
        return ClientPace.ofResponses(paceClock, shared.limits);
    }

    /** Whether the calling thread may read a file. If not, the rest of the output is left to another thread. */
    boolean beginRead() {
        if (transport.loop().isCurrent()) {
            leavesFile = true;
            return false;
        }
        onDiskWait();
        return true;
    }

    @Override
    protected boolean sendQueued() throws IOException {
        try {
            return sendComposed();
        } finally {
            endDiskWait();
        }
    }

    private boolean sendComposed() throws IOException {
        for (int sent = 0; fullSince == 0 && !over && !transport.closed(); ) {
            if (sent >= MAX_PER_TURN) {
                return false;
            }
            takeQueue();
            compose();
            boolean left = leavesFile;
            leavesFile = false;
            if (buffer == null && left) {
                return false;
            }
            if (buffer == null) {
                noteWaiting(!order.isEmpty() && window == 0);
                return true;
            }
            sent += write();
            if (left) {
                return false;
            }
        }
        if (over || transport.closed()) {
            // Another thread may have queued a stream after the connection was closed. This call notifies that stream
            // of the end, too.
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
                noteComposed(item.minRateApplies(), before);
            }
        }
        while (first() == null && !leavesFile && !sealed && !order.isEmpty() && roomForContent() > 0 && window > 0) {
            ResponseSender content = order.next();
            if (!composeTurn(content)) {
                order.remove(content);
            }
        }
    }

    /**
     * Composes up to {@link SendOrder#TURN} octets of content of one stream. Returns true if the stream can send more.
     */
    private boolean composeTurn(ResponseSender content) {
        int most = (int) Math.min(window, roomForContent());
        int before = composed();
        int count = content.composeContent(this, most);
        noteComposed(content.minRateApplies(), before);
        if (count < 0) {
            return count == ResponseSender.UNREAD; // it keeps its turn
        }
        boolean more = content.size() > 0;
        // true only if the flow-control window of the stream is exhausted
        boolean waits = more && count == 0 && most > 0;
        content.noteWaiting(waits);
        return more && !waits;
    }

    private int composed() {
        return buffer == null ? 0 : buffer.position();
    }

    private void noteComposed(boolean response, int before) {
        if (response && composed() > before) {
            responseEnd = composed();
        }
    }

    private boolean hasRoom() {
        return buffer == null || buffer.remaining() >= MIN_ROOM;
    }

    private int write() throws IOException {
        ByteBuffer bytes = buffer.flip();
        try {
            transport.write(bytes);
        } catch (Throwable broken) {
            releaseBuffer();
            throw broken;
        }
        endDiskWait();
        int gone = bytes.position();
        responseEnd = Math.max(0, responseEnd - gone);
        noteAnswersSent(gone, bytes.remaining());
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
            transport.loop().execute(new ConnectionTask(transport, onSealSent));
        }
        return gone;
    }

    /** Notes that an answer to a frame of the client was composed. */
    void noteAnswer() {
        answers++;
    }

    /**
     * Counts answers that were sent. The buffer of a busy connection may never be empty, and a list of the positions of
     * all answers would be long. So one index divides the answers into those before it and those after it.
     */
    private void noteAnswersSent(int gone, int left) {
        answersEnd = Math.max(0, answersEnd - gone);
        if (answersEnd > 0 || answersBefore + answers == 0) {
            return;
        }
        answersSent += left == 0 ? answersBefore + answers : answersBefore;
        answersBefore = left == 0 ? 0 : answers;
        answersEnd = left;
        answers = 0;
    }

    private void notePace(int gone, boolean full) {
        if (socketPace == null && full) {
            socketPace = newPace();
        }
        if (socketPace != null) {
            if (full) {
                socketPace.wrote(gone, transport.sentInPart());
                socketPace.await(holdsResponse());
            } else {
                socketPace.rest();
                socketPace.wrote(gone, 0);
            }
        }
    }

    /** Whether the buffer or the queue contains a part of a response to which the minimum rate applies. */
    private boolean holdsResponse() {
        boolean holds = responseEnd > 0 || order.holdsResponse();
        for (Item item = (Item) first(); item != null && !holds; item = (Item) after(item)) {
            holds = item.minRateApplies();
        }
        return holds;
    }

    /** Records whether content waits for the connection's flow-control window. */
    private void noteWaiting(boolean waits) {
        if (waits) {
            if (windowPace == null) {
                windowPace = newPace();
            }
            windowPace.await(order.holdsResponse());
        } else if (windowPace != null) {
            windowPace.rest();
        }
    }

    /** Returns the initial flow-control window of a stream, in octets of content. */
    int initialWindow() {
        return initialWindow;
    }

    /** Subtracts the octets of composed content from the connection's flow-control window. */
    void takeWindow(int octets) {
        WINDOW.getAndAdd(this, (long) -octets);
        if (windowPace != null) {
            windowPace.rest();
            windowPace.wrote(octets, 0);
        }
    }

    private void releaseBuffer() {
        ByteBuffer last = buffer;
        buffer = null; // first, so that no stack overflow can make the buffer be given back twice
        if (last.capacity() == Transport.OUTPUT_SIZE) {
            transport.memory().giveBack(shared.buffers, last);
        } else {
            transport.memory().release(last.capacity());
        }
    }

    private void abandon() {
        if (buffer != null) {
            releaseBuffer();
        }
        takeQueue();
        while (first() != null) {
            Item item = (Item) first();
            removeFirst();
            item.discard(this);
        }
        order.clear();
    }

    // ---- methods for items that compose their frames

    /** Returns the buffer, with room for at least {@code size} more bytes. */
    ByteBuffer room(int size) {
        if (buffer == null) {
            buffer = transport.memory().rent(shared.buffers).clear();
        }
        if (buffer.remaining() < size) { // this happens only if a response head is unusually large
            ByteBuffer larger = ByteBuffer.allocate(buffer.position() + size);
            transport.memory().take(larger.capacity());
            larger.put(buffer.flip());
            releaseBuffer();
            buffer = larger;
        }
        return buffer;
    }

    void putHead(int streamId, ResponseHead head, boolean endStream) {
        encoder.begin();
        head.encode(encoder);
        int size = encoder.size();
        ByteBuffer to = room(FrameWriter.headersSize(size, maxFrameSize));
        FrameWriter.headers(to, streamId, endStream, encoder.block(), 0, size, maxFrameSize);
    }

    /**
     * Composes content of a stream immediately if no other stream waits. If other streams wait, or content is left,
     * queues the stream.
     */
    void offer(ResponseSender content) {
        boolean ordered = content.orderedUnder() != ResponseSender.NOT_ORDERED;
        if (!ordered && content.size() == 0) {
            content.composeContent(this, 0); // only the end of the stream is left, which needs no window
        } else if (ordered || !order.isEmpty() || composeTurn(content)) {
            order.add(content);
        }
    }

    /**
     * Returns the most octets of content that the next frame of a stream may have. The buffer and
     * {@link SendOrder#TURN} limit this number.
     */
    private int roomForContent() {
        int room = (buffer == null ? Transport.OUTPUT_SIZE : buffer.remaining()) - FrameWriter.HEAD_SIZE;
        return room < MIN_ROOM ? 0 : Math.min(room, SendOrder.TURN);
    }

    /** Removes a stream from the queue of the streams that have content to send. */
    void forget(ResponseSender content) {
        order.remove(content);
    }

    void apply(PeerSettings settings) {
        if (settings.table != PeerSettings.UNCHANGED) {
            encoder.limitTable(settings.smallestTable);
            encoder.limitTable(settings.table);
        }
        if (settings.frameSize != PeerSettings.UNCHANGED) {
            maxFrameSize = (int) settings.frameSize;
        }
        if (settings.initialWindow != PeerSettings.UNCHANGED) {
            initialWindow = (int) settings.initialWindow;
        }
    }

    /** Ends the composing of frames. The loop runs {@code onSealSent} when all composed bytes were sent. */
    void seal() {
        sealed = true;
    }
}
