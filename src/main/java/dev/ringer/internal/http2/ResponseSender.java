package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.frame.FrameWriter;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimeLimit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;

/**
 * Sends the response of one stream: interim heads, a head, content, perhaps trailers, and the end or a reset.
 * Application threads fill it and queue it. The sending thread takes out of it what the flow-control windows allow.
 *
 * <pre>
 *   FILLING ──complete──► COMPLETE ──END_STREAM composed──► SENT
 *      └───────┬────────────┘
 *              └──breakOff──► BREAKING ──RST_STREAM composed──► BROKEN
 *   any ──the client has left──► LEFT ──what waits is dropped──► LOST
 * </pre>
 *
 * <p>Content waits in pooled ring buffers, called rings, until the client takes it. A response gets rings for {@code
 * ringer.responseBuffer} bytes, and at least one ring. When its rings are full, the writing thread waits for the
 * client. If the rest of a response is a file, the sending thread reads it directly into the output's buffer, so that
 * the file needs no ring.
 *
 * <p>The monitor of this object guards its fields. No thread waits, does I/O or takes the monitor of another stream
 * while it holds this monitor. Bytes are added to a ring without the monitor.
 */
final class ResponseSender extends FrameOutput.Item implements FrameOutput.Content {
    private enum State {
        /** The application adds content. */
        FILLING,
        /** The application has added everything. The rest of it leaves, and then the end. */
        COMPLETE,
        /** The end of the stream was composed. */
        SENT,
        /** The server is about to reset the stream. */
        BREAKING,
        /** The reset was composed, or the connection sends nothing any more. */
        BROKEN,
        /** The client has reset the stream, or is gone with its connection. */
        LEFT,
        /** The client has left, and the content that waited for it was dropped. */
        LOST;

        boolean closed() {
            return this == SENT || this == BROKEN || this == LOST;
        }

        boolean left() {
            return this == LEFT || this == LOST;
        }
    }

    /** The stream whose response this object sends. */
    interface Owner {
        /** Returns the output of the connection. */
        FrameOutput output();

        /** Called once, when the application has ended the stream and nothing more will be sent. Any thread. */
        void onDone();

        /** Called after content has left, so that there is room. Sending thread only. */
        void onTaken();

        /** Ends the stream before its response is complete. */
        void abort();
    }

    /** The state that only few responses need. It is a separate object, so that all other responses are smaller. */
    private static final class Extras {
        final Queue<ResponseHead> interim = new ArrayDeque<>(); // interim heads that wait
        ResponseHead trailers; // sent after the content; null for none
        ClientPace pace; // null until content waited for the stream's window
        final ParkedThread roomAwaited = new ParkedThread(); // where a thread waits for room
        FileRegion file; // sent after the rings, and ends the content; null for none; the sending thread uses it
        Runnable onGone; // runs when the client leaves before the exchange ends; null for none
        boolean tooSlow; // whether the stream is reset because the client takes too little
    }

    // never change after construction
    private final Owner owner;
    private final int id;

    // owned by the thread that adds content, and by the thread that gives the head before
    private short lengthClass = ResponseContents.UNKNOWN; // chooses the first ring
    private short rings; // rings that the response has taken so far

    // guarded by the monitor
    private State state = State.FILLING;
    private ErrorCode reset; // the code of a reset by the server; null for none
    private boolean resetSent;
    private boolean queued;
    private boolean writing; // whether a thread adds content
    private ResponseHead head; // the final head; null unless it waits to be sent
    private boolean headSent;
    private ResponseContent content; // the ring that is sent next; null if there is none
    private Deque<ResponseContent> further; // rings to send after content; null before the first
    private byte priority; // packed as in Priority
    private int windowChange; // octets; the stream's window is the initial window and this
    private Extras extras; // null until one of them is needed
    private boolean lasting; // whether the stream stays in use after the end of its exchange
    // Whether the minimum rate applies. False once another protocol has the stream, which judges its client by itself.
    private boolean rated = true;
    private boolean done; // whether the owner was notified that the stream has ended and is closed

    // Written under the monitor, read without it: a thread that chooses what to evict reads those of many streams, and
    // may hold the monitor of one.
    private volatile boolean ended; // whether the application has ended the stream
    private volatile int contentBytes; // bytes that the memory account counts for the rings

    // owned by the sending thread
    private byte orderedUnder = NOT_ORDERED;

    ResponseSender(Owner owner, int id, int priority) {
        this.owner = owner;
        this.id = id;
        this.priority = (byte) priority;
    }

    private FrameOutput output() {
        return owner.output();
    }

    private ResponseContents contents() {
        return output().shared().responseContents;
    }

    private ClientMemory memory() {
        return transport().memory();
    }

    private Transport transport() {
        return output().transport();
    }

    @Override
    public int id() {
        return id;
    }

    // ---- the client's side, on the loop thread

    /** Applies a WINDOW_UPDATE. Returns false, and changes nothing, if the window would be too large. */
    synchronized boolean increaseWindow(int initialSize, int increment) {
        if (SendWindow.tooLarge(initialSize, (long) windowChange + increment)) {
            return false;
        }
        windowChange += increment;
        return true;
    }

    /** Whether the window would stay within its limit with this initial size. */
    synchronized boolean allowsWindow(int initialSize) {
        return !SendWindow.tooLarge(initialSize, windowChange);
    }

    @Override
    public synchronized int priority() {
        return priority;
    }

    /** Changes the priority, packed as in {@link Priority}. */
    synchronized void priority(int newPriority) {
        priority = (byte) newPriority;
    }

    /** Notes that the client receives nothing any more. */
    synchronized void leave() {
        state = state.closed() ? State.LOST : State.LEFT;
    }

    /**
     * Notes that the client takes too little. For this reason, the server is about to reset the stream, or to close its
     * connection.
     */
    synchronized void noteTooSlow() {
        extras().tooSlow = true;
    }

    /** Returns the pace at which the client opens the stream's window; null if the server never waited for that. */
    synchronized ClientPace pace() {
        return extras == null ? null : extras.pace;
    }

    /** Sets the action for the case that the client leaves before the exchange ends. */
    synchronized void onGone(Runnable action) {
        extras().onGone = action;
    }

    /** Returns the action for the case that the client leaves before the exchange ends; null if there is none. */
    synchronized Runnable onGone() {
        return ended || extras == null ? null : extras.onGone;
    }

    private Extras extras() {
        if (extras == null) {
            extras = new Extras();
        }
        return extras;
    }

    // ---- filling

    /** Marks this sender as queued. Returns false if it is queued already. */
    @Override
    synchronized boolean markQueued() {
        boolean first = !queued;
        queued = true;
        return first;
    }

    /** Adds an interim response, unless the final head was given before. */
    synchronized void interim(ResponseHead newHead) {
        if (head == null && !headSent) {
            extras().interim.add(newHead);
        }
    }

    /** Adds the final head, before any content. {@code length} is the length of the content, or negative if unknown. */
    synchronized void head(ResponseHead newHead, long length) {
        lengthClass = ResponseContents.classOf(length, output().shared().limits.responseBuffer);
        head = newHead;
    }

    /** Sets the trailers; null for none. Only before the response is complete. */
    void trailers(ResponseFields fields) {
        ResponseHead lines = fields == null ? null : ResponseHead.ofTrailers(fields);
        synchronized (this) {
            if (lines != null || extras != null) {
                extras().trailers = lines;
            }
        }
    }

    /** Does what {@link HttpStream#write} specifies. */
    void write(byte[] from, int offset, int length) throws IOException {
        beginWriting();
        try {
            ResponseContent to = room();
            int written = to.add(from, offset, length);
            while (written < length) {
                to = sendOrMakeRoom(to);
                written += to.add(from, offset + written, length - written);
            }
        } finally {
            endWriting();
        }
    }

    /** Does what {@link HttpStream#transferFrom} specifies. */
    long transferFrom(FileChannel source, long position, long count) throws IOException {
        beginWriting();
        try {
            ResponseContent to = room();
            long written = 0;
            while (written < count) {
                int step = to.addFile(source, position + written, count - written);
                if (step < 0) {
                    break;
                }
                if (step == 0) {
                    to = sendOrMakeRoom(to);
                }
                written += step;
            }
            return written;
        } finally {
            endWriting();
        }
    }

    /** Does what {@link HttpStream#leaveFile} specifies. */
    void leaveFile(FileRegion rest) throws IOException {
        boolean left = false;
        try {
            beginWriting();
            synchronized (this) {
                extras().file = rest;
                writing = false;
            }
            left = true;
        } finally {
            if (!left) {
                rest.close();
            }
        }
    }

    /** Makes the caller the thread that adds content. {@link #endWriting} must follow. */
    synchronized void beginWriting() throws IOException {
        checkOpen();
        if (writing) {
            throw new IOException("The response is being written by another thread");
        }
        writing = true;
    }

    synchronized void endWriting() {
        writing = false;
    }

    /** Adds as much content as there is room for. Adds none while another thread adds content, or if it is too late. */
    void add(ByteBuffer from) {
        synchronized (this) {
            if (writing || state != State.FILLING) {
                return;
            }
            writing = true;
        }
        try {
            room().add(from);
        } finally {
            endWriting();
        }
    }

    /** Returns the ring into which content goes. For the thread that adds content. */
    ResponseContent room() {
        synchronized (this) {
            if (content != null) {
                return newest();
            }
        }
        return append(contents().rent(memory(), lengthClass));
    }

    /**
     * Returns more room, so that the handler need not wait for its client. For the thread that adds content, when there
     * is no room.
     *
     * @return null if the thread must wait: for a large response, or if the memory of the server is exhausted
     */
    ResponseContent moreRoom() {
        if (lengthClass == ResponseContents.LARGE) {
            return null;
        }
        SenderShared server = output().shared();
        if (rings * ResponseContent.CAPACITY >= server.limits.responseBuffer || !server.memory.admits()) {
            lengthClass = ResponseContents.LARGE; // no more room from now on
            return null;
        }
        return append(contents().rent(memory(), ResponseContents.UNKNOWN));
    }

    /** Returns the ring into which content goes; null if there is none. */
    private ResponseContent newest() {
        return further == null || further.isEmpty() ? content : further.getLast();
    }

    private ResponseContent append(ResponseContent ring) {
        rings++;
        ring.clear();
        synchronized (this) {
            if (!state.closed()) {
                if (content == null) {
                    content = ring;
                } else {
                    if (further == null) {
                        further = new ArrayDeque<>();
                    }
                    further.add(ring);
                }
                contentBytes += ResponseContents.counted(ring);
                return ring;
            }
        }
        contents().forget(memory(), ring); // the stream has ended: what the caller writes is lost
        return ring;
    }

    /**
     * Sends what was written. If the client does not take it, waits for room or gets more room.
     *
     * @return the ring into which content goes then
     */
    private ResponseContent sendOrMakeRoom(ResponseContent full) throws IOException {
        sendWritten();
        ResponseContent more = full.hasRoom() ? full : moreRoom();
        if (more == null) {
            awaitRoom(full);
        }
        checkOpen();
        return more == null ? full : more;
    }

    private void awaitRoom(ResponseContent to) throws IOException {
        ParkedThread place;
        synchronized (this) {
            place = extras().roomAwaited;
        }
        try {
            place.await(
                    () -> to.hasRoom() || ended || disconnected(),
                    TimeLimit.OFF,
                    transport().loop());
        } catch (InterruptedIOException e) {
            owner.abort();
            throw e;
        }
    }

    /** Wakes the thread that adds content, if it waits for room, so that it checks the stream. Any thread. */
    void wakeWriter() {
        ParkedThread place;
        synchronized (this) {
            place = extras == null ? null : extras.roomAwaited;
        }
        if (place != null) {
            place.wake();
        }
    }

    /** Does what {@link HttpStream#flush} specifies. */
    void flush() throws IOException {
        checkOpen();
        sendWritten();
    }

    /** Sends what was written, as far as the client takes it now. The rest follows by itself. */
    void sendWritten() {
        output().add(this);
        output().send();
    }

    synchronized void checkOpen() throws IOException {
        if (ended) {
            throw new IOException("The exchange has ended");
        }
        if (extras != null && extras.tooSlow) {
            throw new SocketTimeoutException("The client takes too little of the response");
        }
        if (disconnected()) {
            throw new IOException("The client has broken the stream off");
        }
    }

    // ---- the end

    /** Ends the stream for the application. Returns true only to the first thread that calls this. */
    synchronized boolean tryEnd() {
        boolean first = !ended;
        ended = true;
        return first;
    }

    /**
     * Ends the stream after the content that was added. No more content can be added. If a thread is in the middle of
     * adding content, something is missing, and the stream ends with an error.
     *
     * @return false if the stream ends with an error
     */
    synchronized boolean complete() {
        if (writing) {
            breakOff(ErrorCode.INTERNAL_ERROR);
        } else if (state == State.FILLING) {
            state = State.COMPLETE;
        }
        return !writing;
    }

    /**
     * Drops the waiting content, and ends the stream with an error. If this is called several times, the first code
     * counts. Any thread.
     */
    synchronized void breakOff(ErrorCode code) {
        if (reset == null) {
            reset = code;
        }
        if (state == State.FILLING || state == State.COMPLETE) {
            state = State.BREAKING;
        }
    }

    /** Sets whether the stream stays in use after the end of its exchange. A stream in use does not count as done. */
    void lasts(boolean on) {
        synchronized (this) {
            lasting = on;
        }
        noteDone();
    }

    /** Closes the file if nothing more will be sent. Tells the owner, once, if the stream has ended, too. */
    void noteDone() {
        FileRegion unused = null;
        synchronized (this) {
            if (state.closed() && file() != null) {
                unused = extras.file;
                extras.file = null;
            }
        }
        if (unused != null) {
            unused.close();
        }
        synchronized (this) {
            if (done || lasting || !ended || !state.closed()) {
                return;
            }
            done = true;
        }
        owner.onDone();
    }

    /** Notes that another protocol has the stream, and judges its client by itself. */
    synchronized void endRating() {
        rated = false;
    }

    // ---- what any thread may ask

    /** Whether the application has ended the stream. */
    boolean ended() {
        return ended;
    }

    /** Whether nothing more will be sent. */
    synchronized boolean closed() {
        return state.closed();
    }

    /** Whether the server has reset the stream. */
    synchronized boolean brokenOff() {
        return reset != null;
    }

    /** Whether the client receives nothing any more. */
    synchronized boolean gone() {
        return state.left();
    }

    /** Does what {@link HttpStream#disconnected} specifies. */
    synchronized boolean disconnected() {
        return state.left() || reset != null || transport().closed();
    }

    /** Whether content can be added. The answer may be slightly out of date. */
    synchronized boolean hasRoom() {
        return content == null || newest().hasRoom();
    }

    /** Whether content waits. The answer may be slightly out of date. */
    synchronized boolean hasContent() {
        return content != null && (content.size() > 0 || hasFurther()) || fileBytes() > 0;
    }

    private FileRegion file() {
        return extras == null ? null : extras.file;
    }

    /** Returns how many bytes of the file were not sent; 0 if there is no file. */
    private long fileBytes() {
        return file() == null ? 0 : extras.file.left();
    }

    private boolean hasFurther() {
        return further != null && !further.isEmpty();
    }

    /** Returns the bytes that the memory account counts for the content of this response. */
    int contentBytes() {
        return contentBytes;
    }

    @Override
    public synchronized boolean rated() {
        return rated;
    }

    // ---- sending, on the sending thread

    @Override
    public int orderedUnder() {
        return orderedUnder;
    }

    @Override
    public void orderedUnder(int byPriority) {
        orderedUnder = (byte) byPriority;
    }

    @Override
    void compose(FrameOutput to) {
        if (composeHeads(to)) {
            to.offer(this);
        }
        noteDone();
    }

    /** Composes the reset or the heads that wait. Returns true if content, or the end of the stream, comes next. */
    private synchronized boolean composeHeads(FrameOutput to) {
        queued = false;
        switch (state) {
            case BREAKING -> reset(to, reset);
            case LEFT -> drop(to);
            case FILLING, COMPLETE -> {
                boolean last = state == State.COMPLETE;
                composeInterim(to);
                if (head != null) {
                    boolean ends = trailers() == null && (head.isWhole() || last && size() == 0);
                    to.putHead(id, head, ends);
                    head = null;
                    headSent = true;
                    if (ends) {
                        close(State.SENT);
                        return false;
                    }
                }
                return headSent && (last || size() > 0);
            }
            case SENT, BROKEN, LOST -> {}
        }
        return false;
    }

    private void composeInterim(FrameOutput to) {
        for (ResponseHead next; extras != null && (next = extras.interim.poll()) != null; ) {
            to.putHead(id, next, false);
        }
    }

    private ResponseHead trailers() {
        return extras == null ? null : extras.trailers;
    }

    @Override
    void discard(FrameOutput to) {
        synchronized (this) {
            queued = false;
            // In other states a handler is at work, and the server notifies that handler of the end soon.
            if (state == State.LEFT || state == State.BREAKING) {
                drop(to);
            }
        }
        noteDone();
    }

    /** Composes a reset, unless one was composed before, and drops the waiting content. */
    void composeReset(FrameOutput to, ErrorCode code) {
        reset(to, code);
        noteDone();
    }

    private synchronized void reset(FrameOutput to, ErrorCode code) {
        if (!resetSent) {
            FrameWriter.rstStream(to.room(FrameWriter.SHORT_CONTROL_SIZE), id, code);
            resetSent = true;
        }
        drop(to);
    }

    private void drop(FrameOutput from) {
        if (!state.closed()) {
            from.forget(this);
            close(state == State.LEFT ? State.LOST : State.BROKEN);
        }
    }

    /** Offers content that waits for the stream's window, which may have grown. */
    void offerContent(FrameOutput to) {
        boolean waits;
        synchronized (this) {
            waits = headSent && size() > 0;
        }
        if (waits) {
            to.offer(this);
        }
    }

    /** Returns the bytes of content that can be sent in one piece; 0 if none wait, or a slow disk must deliver them. */
    @Override
    public synchronized int size() {
        // The application adds no more to a ring that another ring follows. So release it when it is empty.
        while (hasFurther() && content.size() == 0) {
            ResponseContent sent = content;
            content = further.poll();
            contentBytes -= ResponseContents.counted(sent);
            contents().release(memory(), sent);
        }
        int inRing = content == null ? 0 : content.size();
        return inRing > 0 || fileBytes() == 0
                ? inRing
                : (int) Math.min(extras.file.ready(this::sendWritten), Integer.MAX_VALUE);
    }

    @Override
    public int composeContent(FrameOutput to, int most) {
        int count;
        FileRegion source; // the file to send from; null to send from the stream's ring buffers
        synchronized (this) {
            int size = size();
            count = SendWindow.available(to.initialWindow(), windowChange, Math.min(size, most));
            source = content == null || content.size() == 0 ? file() : null;
        }
        if (source != null && count > 0 && !read(source, to, count)) {
            breakOff(ErrorCode.INTERNAL_ERROR);
            composeReset(to, ErrorCode.INTERNAL_ERROR);
            return -1;
        }
        boolean all;
        synchronized (this) {
            all = state == State.COMPLETE && count == waiting();
            boolean ends = all && trailers() == null;
            if (count > 0 || ends) {
                FrameWriter.dataHead(to.room(FrameWriter.HEAD_SIZE + count), id, count, ends);
            }
            if (count > 0) {
                take(to, count, source);
            }
            if (all && !ends) {
                to.putHead(id, trailers(), true);
            }
            if (all) {
                close(State.SENT);
            }
        }
        if (source != null && source.left() == 0) {
            source.close();
        }
        if (count > 0) {
            wakeWriter();
            owner.onTaken();
        }
        if (all) {
            noteDone();
            return -1;
        }
        return count;
    }

    /** Returns the number of all bytes that were not sent; {@link Long#MAX_VALUE} while another ring follows. */
    private long waiting() {
        return hasFurther() ? Long.MAX_VALUE : (content == null ? 0 : content.size()) + fileBytes();
    }

    /**
     * Reads the payload of the next frame into the place where it belongs in the output's buffer, without the monitor.
     *
     * @return false if the file is too short or cannot be read
     */
    private static boolean read(FileRegion source, FrameOutput to, int count) {
        ByteBuffer buffer = to.room(FrameWriter.HEAD_SIZE + count);
        int begin = buffer.position();
        int payload = begin + FrameWriter.HEAD_SIZE;
        try {
            source.peek(buffer.limit(payload + count).position(payload));
            return true;
        } catch (IOException e) {
            ServerLog.trace("A file was not sent to its end", e);
            return false;
        } finally {
            buffer.limit(buffer.capacity()).position(begin);
        }
    }

    private void take(FrameOutput to, int count, FileRegion source) {
        windowChange -= count;
        to.takeWindow(count);
        if (source == null) {
            content.take(to.room(count), count);
        } else {
            ByteBuffer buffer = to.room(count);
            buffer.position(buffer.position() + count); // the bytes are there
            source.sent(count);
        }
        if (pace() != null) {
            pace().took(count);
        }
        if (lasting && !writing && content != null && content.size() == 0) {
            dropContent(); // the stream may be silent for hours
        }
    }

    @Override
    public synchronized void noteWaiting(boolean waits) {
        if (waits) {
            if (extras().pace == null) {
                extras.pace = output().shared().newPace();
            }
            extras.pace.await(rated);
        } else if (pace() != null) {
            pace().goOn();
        }
    }

    private void close(State last) {
        noteWaiting(false);
        state = last;
        dropContent();
        if (extras != null) {
            extras.roomAwaited.wake();
        }
    }

    /** Gives back the room for content. */
    private void dropContent() {
        while (content != null) {
            contents().drop(memory(), content, !writing);
            content = further == null ? null : further.poll();
        }
        contentBytes = 0;
    }
}
