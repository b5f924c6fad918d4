package dev.ringer.internal.http2.response;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http2.flow.ParkedThread;
import dev.ringer.internal.http2.flow.Priority;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.frame.FrameWriter;
import dev.ringer.internal.observe.Limit;
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
 * Sends the response of one stream: interim heads, a head, content, trailers, and the end of the stream or a reset.
 * Application threads add content and queue this object. The sending thread sends as much of the content as the
 * flow-control windows allow.
 *
 * <pre>
 *   FILLING ──complete──► COMPLETE ──END_STREAM composed──► SENT
 *      └───────┬────────────┘
 *              └──breakOff, or the client has left──► BREAKING ──what waits is dropped──► BROKEN
 * </pre>
 *
 * <p>Content waits in pooled ring buffers until the client takes it. A response gets one ring buffer, and further ones
 * up to {@code ringer.responseBuffer} bytes in total. When these buffers are full, the writing thread waits for the
 * client. If the rest of a response is a file, the sending thread reads the file directly into the output's buffer. So
 * the file needs no ring buffer.
 *
 * <p>The monitor of this object guards its fields. While a thread holds this monitor, it does not wait, does no I/O,
 * and does not take the monitor of another stream. A thread that adds bytes to a ring buffer does not hold the monitor.
 */
public abstract class ResponseSender extends FrameOutput.Item {
    /** The value of {@link #orderedUnder()} for a stream that is not in the order of sending. */
    static final int NOT_ORDERED = -1;

    /** The result of {@link #composeContent} if another thread must compose the content. */
    static final int UNREAD = -2;

    private enum State {
        /** The application adds content. */
        FILLING,
        /**
         * The application has added all content. The server still has to send the content that waits, and the end of
         * the stream.
         */
        COMPLETE,
        /** The frame that ends the stream was composed. */
        SENT,
        /** The server is about to drop the content that waits and, unless the client has left, to reset the stream. */
        BREAKING,
        /** The content that waited was dropped. A RST_STREAM is in the output, if it can still reach the client. */
        BROKEN
    }

    private final FrameOutput output;
    private final int id;

    // owned by the thread that sets the head, and then by the thread that adds content
    private short lengthClass = ResponseContent.UNKNOWN; // decides which buffers the response gets, see classOf
    private short ringCount; // number of ring buffers that the response has got so far

    // guarded by the monitor
    private State state = State.FILLING;
    private boolean clientGone; // whether the client has reset the stream, or the connection is closed
    private ErrorCode reset; // error code with which the server resets the stream; null for none
    private boolean resetSent;
    private boolean queued;
    private boolean writing; // whether a thread is adding content
    private long missing = ResponseHead.NO_LENGTH; // octets of content still to be added; negative if unknown
    private ResponseHead head; // the final head; null unless it waits to be sent
    private boolean headSent;
    private ResponseContent content; // the buffer whose content is sent next; null if there is none
    private Deque<ResponseContent> further; // ring buffers to send after {@code content}; null until there is one
    private byte priority; // priority of the response, packed as in the class Priority
    // Difference between the stream's flow-control window (RFC 9113, 6.9) and the initial window, in octets. The window
    // is negative if the client makes the initial window smaller than what was sent (RFC 9113, 6.9.2).
    private int windowChange;
    private ResponseHead trailers; // trailers, sent after the content; null for none
    private Queue<ResponseHead> interim; // interim heads that wait to be sent; null until there is one
    private ClientPace<Limit> pace; // judges the client; null until content has waited for the stream's window
    private ParkedThread roomAwaited; // parks a thread that waits for room in the buffers; null until there is one
    private FileRegion file; // the rest of the content, sent after the ring buffers; null for none
    private Runnable onGone; // action to run if the client leaves before the exchange ends; null for none
    private boolean tooSlow; // whether the server resets the stream because the client reads too slowly
    private boolean keepsOpen; // whether another protocol uses the stream after the end of its exchange
    private boolean minRateApplies = true; // whether the minimum rate of responses applies; see endMinRate()
    private boolean done; // whether the stream was notified that it is over

    // Written under the monitor, but read without it. A thread that chooses a stream to evict may hold the monitor of
    // one stream while it reads these fields of many others.
    private volatile boolean ended; // whether the application has ended the stream
    private volatile int contentBytes; // bytes of the buffers that the memory account counts

    // owned by the sending thread
    private byte orderedUnder = NOT_ORDERED;

    protected ResponseSender(FrameOutput output, int id, int priority) {
        this.output = output;
        this.id = id;
        this.priority = (byte) priority;
    }

    private BufferPool<ResponseContent> rings() {
        return output.shared().rings;
    }

    private ClientMemory memory() {
        return transport().memory();
    }

    private Transport transport() {
        return output.transport();
    }

    public final int id() {
        return id;
    }

    // ---- events of the response

    /** Called when a thread that waits for room was interrupted. Aborts the stream. */
    protected abstract void onInterrupted();

    /** Called when content was sent, so that the buffers have room again. Sending thread only. */
    protected abstract void onTaken();

    /**
     * Called once, on any thread, when the application has ended the stream and the server sends nothing more on it.
     */
    protected abstract void onDone();

    // ---- events of the client, on the loop thread

    /** Applies a WINDOW_UPDATE. Returns false, and changes nothing, if the flow-control window would be too large. */
    public synchronized boolean increaseWindow(int initialSize, int increment) {
        if ((long) initialSize + windowChange + increment > Integer.MAX_VALUE) {
            return false;
        }
        windowChange += increment;
        return true;
    }

    /** Whether the stream's flow-control window would stay within the limit of HTTP/2 with this initial size. */
    public synchronized boolean allowsWindow(int initialSize) {
        return (long) initialSize + windowChange <= Integer.MAX_VALUE;
    }

    /** Returns the current priority of the stream, packed as in {@link Priority}. */
    public synchronized int priority() {
        return priority;
    }

    /** Changes the priority, which is packed as in {@link Priority}. */
    public synchronized void priority(int newPriority) {
        priority = (byte) newPriority;
    }

    /** Records that the client receives nothing more on this stream. */
    public synchronized void markClientGone() {
        clientGone = true;
        if (!closed()) {
            state = State.BREAKING;
        }
    }

    /**
     * Records that the client reads too slowly, so that the server is about to reset the stream or to close the
     * connection.
     */
    public synchronized void noteTooSlow() {
        tooSlow = true;
    }

    /**
     * Returns the pace at which the client opens the stream's flow-control window; null if the server never waited for
     * this window.
     */
    public synchronized ClientPace<Limit> pace() {
        return pace;
    }

    /** Sets the action that runs if the client leaves before the exchange ends. */
    public synchronized void onGone(Runnable action) {
        if (!ended) {
            onGone = action;
        }
    }

    /** Returns the action that runs if the client leaves before the exchange ends; null if there is none. */
    public synchronized Runnable onGone() {
        return onGone;
    }

    // ---- adding content

    @Override
    synchronized boolean markQueued() {
        boolean first = !queued;
        queued = true;
        return first;
    }

    /** Adds an interim response. Returns false, and does nothing, if the final head was set before. */
    public synchronized boolean interim(ResponseHead newHead) {
        boolean early = !answered();
        if (early) {
            interim = interim == null ? new ArrayDeque<>() : interim;
            interim.add(newHead);
        }
        return early;
    }

    /**
     * Sets the final head, before any content is added. {@code length} is the length of the content; negative if
     * unknown.
     *
     * @throws IOException if another thread has set a head
     */
    public synchronized void head(ResponseHead newHead, long length) throws IOException {
        if (answered()) {
            throw new IOException("headers already sent");
        }
        missing = newHead.announcesLength() ? length : ResponseHead.NO_LENGTH;
        lengthClass = ResponseContent.classOf(length, output.shared().limits.responseBuffer);
        head = newHead;
    }

    private boolean answered() {
        return head != null || headSent;
    }

    /** Sets the trailers; null for none. Call only before the response is complete. */
    public void trailers(ResponseFields fields) {
        ResponseHead lines = fields == null ? null : ResponseHead.ofTrailers(fields);
        synchronized (this) {
            trailers = lines;
        }
    }

    /** Writes content, as {@link HttpStream#write} specifies. */
    public void write(byte[] from, int offset, int length) throws IOException {
        beginWriting(length);
        int written = 0;
        try {
            ResponseContent to = room();
            written = to.add(from, offset, length);
            while (written < length) {
                to = sendOrMakeRoom(to);
                written += to.add(from, offset + written, length - written);
            }
        } finally {
            endWriting(written);
        }
    }

    /** Writes content of a file, as {@link HttpStream#transferFrom} specifies. */
    public long transferFrom(FileChannel source, long position, long count) throws IOException {
        beginWriting(count);
        long written = 0;
        try {
            output.count(source);
            ResponseContent to = room();
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
            endWriting(written);
        }
    }

    /** Sets a file as the rest of the content, as {@link HttpStream#leaveFile} specifies. */
    public void leaveFile(FileRegion rest) throws IOException {
        output.onFile(1); // first: once the file is set, the loop may send at any time
        try {
            output.count(rest.file());
            synchronized (this) { // at once: a stream that ends meanwhile would not close the file
                beginWriting(rest.left());
                file = rest;
                endWriting(rest.left());
            }
        } catch (Throwable failure) {
            output.onFile(-1);
            rest.close();
            throw failure;
        }
    }

    /**
     * Makes the caller the only thread that may add content. The caller must call {@link #endWriting} afterwards.
     *
     * @param count octets that the caller wants to add
     */
    synchronized void beginWriting(long count) throws IOException {
        checkOpen();
        if (writing) {
            throw new IOException("Another thread is already writing the response");
        }
        if (missing >= 0 && count > missing) {
            throw new IOException("too many bytes to write to stream");
        }
        writing = true;
    }

    /** Ends the writing. {@code written} is the number of octets that the caller has added. */
    synchronized void endWriting(long written) {
        writing = false;
        if (missing > 0) {
            missing -= written;
        }
    }

    /**
     * Adds as much content as the buffer has room for. Adds none if another thread is adding content or the response is
     * complete.
     */
    public void add(ByteBuffer from) {
        synchronized (this) {
            if (writing || state != State.FILLING) {
                return;
            }
            writing = true;
        }
        int before = from.remaining();
        try {
            room().add(from);
        } finally {
            endWriting(before - from.remaining());
        }
    }

    /** Returns the buffer to which content is added. Only for the thread that adds content. */
    ResponseContent room() {
        synchronized (this) {
            if (content != null) {
                return newest();
            }
        }
        return append(ResponseContent.rent(rings(), memory(), lengthClass));
    }

    /**
     * Returns another buffer when the current one is full, so that the handler need not wait for its client. Only for
     * the thread that adds content.
     *
     * @return null if the thread must wait: the response has all buffers that it may get, or the server's memory is
     *     exhausted
     */
    ResponseContent moreRoom() {
        if (lengthClass == ResponseContent.LARGE) {
            return null;
        }
        OutputShared server = output.shared();
        if (ringCount * ResponseContent.CAPACITY >= server.limits.responseBuffer || !server.memory.admits()) {
            lengthClass = ResponseContent.LARGE; // a response of this class gets no further buffer
            return null;
        }
        return append(memory().rent(rings()));
    }

    /** Returns the buffer to which content is added; null if there is none. */
    private ResponseContent newest() {
        return further == null || further.isEmpty() ? content : further.getLast();
    }

    private ResponseContent append(ResponseContent ring) {
        ringCount++;
        ring.clear();
        synchronized (this) {
            if (!closed()) {
                if (content == null) {
                    content = ring;
                } else {
                    if (further == null) {
                        further = new ArrayDeque<>();
                    }
                    further.add(ring);
                }
                contentBytes += ring.counted();
                return ring;
            }
        }
        ring.forget(memory()); // the stream has ended: stop counting this buffer, which nobody will send
        return ring;
    }

    /**
     * Sends content that was written. If the buffer is still full, gets another buffer or waits for the client.
     *
     * @return the buffer to which the caller adds more content
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
            roomAwaited = roomAwaited == null ? new ParkedThread() : roomAwaited;
            place = roomAwaited;
        }
        try {
            place.await(
                    () -> to.hasRoom() || ended || disconnected(),
                    TimeLimit.OFF,
                    transport().loop());
        } catch (InterruptedIOException e) {
            onInterrupted();
            throw e;
        }
    }

    /** Makes a thread that waits for room check again whether it must still wait. Thread-safe. */
    public void wakeWriter() {
        ParkedThread place;
        synchronized (this) {
            place = roomAwaited;
        }
        if (place != null) {
            place.wake();
        }
    }

    /** Flushes the output, as {@link HttpStream#flush} specifies. */
    public void flush() throws IOException {
        checkOpen();
        sendWritten();
    }

    /** Sends as much of the written content as the client takes now. The rest is sent when the client takes more. */
    public void sendWritten() {
        output.add(this);
        output.send();
    }

    public synchronized void checkOpen() throws IOException {
        if (ended) {
            throw new IOException("The exchange has ended, so its response cannot be continued");
        }
        if (tooSlow) {
            throw new SocketTimeoutException("The client reads the response too slowly");
        }
        if (disconnected()) {
            throw new IOException("The client has reset the stream or closed the connection");
        }
    }

    // ---- end of the stream

    /** Ends the stream on behalf of the application. Returns true only to the first caller. */
    public synchronized boolean tryEnd() {
        boolean first = !ended;
        ended = true;
        onGone = null; // the action may refer to the exchange, which the response does not need
        return first;
    }

    /**
     * Ends the stream. The content that was added is sent first, and no more content can be added. If another thread is
     * adding content at this moment, or has not added all, the content is incomplete, and the stream ends with an error.
     *
     * @return false if the stream ends with an error
     */
    public synchronized boolean complete() {
        boolean whole = !writing && missing <= 0;
        if (!whole) {
            breakOff(ErrorCode.INTERNAL_ERROR);
        } else if (state == State.FILLING) {
            state = State.COMPLETE;
        }
        return whole;
    }

    /**
     * Drops the content that waits, and resets the stream. If this method is called several times, the first code
     * counts. Thread-safe.
     */
    public synchronized void breakOff(ErrorCode code) {
        if (reset == null) {
            reset = code;
        }
        if (state == State.FILLING || state == State.COMPLETE) {
            state = State.BREAKING;
        }
    }

    /**
     * Sets whether another protocol uses the stream after the end of its exchange. While this is set,
     * {@link #onDone} is not called.
     */
    public void keepOpenAfterExchange(boolean on) {
        synchronized (this) {
            keepsOpen = on;
        }
        noteDone();
    }

    /**
     * Closes the response's file if nothing more will be sent. If the stream has also ended, notifies it once.
     */
    public void noteDone() {
        FileRegion unused = null;
        boolean doneNow;
        synchronized (this) {
            if (closed()) {
                unused = file;
                file = null;
            }
            doneNow = !done && !keepsOpen && ended && closed();
            done |= doneNow;
        }
        try {
            if (unused != null) {
                output.onFile(-1);
                unused.close();
            }
        } finally { // close() may throw an exception of the file's observer
            if (doneNow) {
                onDone();
            }
        }
    }

    /**
     * Stops applying the minimum rate of responses, because another protocol has taken over the stream. That protocol
     * checks its client itself.
     */
    public synchronized void endMinRate() {
        minRateApplies = false;
    }

    // ---- state, for any thread

    public boolean ended() {
        return ended;
    }

    /** Whether nothing more will be sent on this stream. */
    public synchronized boolean closed() {
        return state == State.SENT || state == State.BROKEN;
    }

    /** Whether the server has reset the stream. */
    public synchronized boolean brokenOff() {
        return reset != null;
    }

    /** Whether the client receives nothing more on this stream. */
    public synchronized boolean gone() {
        return clientGone;
    }

    /** Whether the client can no longer be reached, as {@link HttpStream#disconnected} specifies. */
    public synchronized boolean disconnected() {
        return clientGone || reset != null || transport().closed();
    }

    /** Whether the buffer has room for content. The answer may be slightly out of date. */
    public synchronized boolean hasRoom() {
        return content == null || newest().hasRoom();
    }

    /** Whether content waits to be sent. The answer may be slightly out of date. */
    public synchronized boolean hasContent() {
        return waiting() > 0;
    }

    /** Returns the number of bytes of the file that were not sent yet; 0 if there is no file. */
    private long fileBytes() {
        return file == null ? 0 : file.left();
    }

    private boolean hasFurther() {
        return further != null && !further.isEmpty();
    }

    /** Returns how many bytes of this response's buffers the memory account counts. */
    public int contentBytes() {
        return contentBytes;
    }

    /** Whether the minimum rate of responses applies to the stream. For example, it does not apply to a WebSocket. */
    @Override
    public synchronized boolean minRateApplies() {
        return minRateApplies;
    }

    // ---- methods for the sending thread

    /**
     * Returns the priority that the stream had when it was added to {@link SendOrder}; {@link #NOT_ORDERED} if it is not
     * there.
     */
    int orderedUnder() {
        return orderedUnder;
    }

    /** Stores the priority with which the stream was added to {@link SendOrder}. */
    void orderedUnder(int byPriority) {
        orderedUnder = (byte) byPriority;
    }

    @Override
    void compose(FrameOutput to) {
        if (composeHeads(to)) {
            to.offer(this);
        }
        noteDone();
    }

    /**
     * Writes the frames of the heads that wait. If the stream is to be reset, writes a RST_STREAM instead. Returns true
     * if content or the end of the stream comes next.
     */
    private synchronized boolean composeHeads(FrameOutput to) {
        queued = false;
        switch (state) {
            case BREAKING -> {
                if (clientGone) {
                    drop(to);
                } else {
                    reset(to, reset);
                }
            }
            case FILLING, COMPLETE -> {
                boolean last = state == State.COMPLETE;
                composeInterim(to);
                if (head != null) {
                    boolean ends = trailers == null && (head.isWhole() || last && size() == 0);
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
            case SENT, BROKEN -> {}
        }
        return false;
    }

    private void composeInterim(FrameOutput to) {
        for (ResponseHead next; interim != null && (next = interim.poll()) != null; ) {
            to.putHead(id, next, false);
        }
    }

    @Override
    void discard(FrameOutput to) {
        synchronized (this) {
            queued = false;
            // In all other states, keep the content: a handler may still be running, and will soon learn that the
            // connection has ended.
            if (state == State.BREAKING) {
                drop(to);
            }
        }
        noteDone();
    }

    /** Composes a reset, unless one was composed before, and drops the content that waits. */
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
        if (!closed()) {
            from.forget(this);
            close(State.BROKEN);
        }
    }

    /** Queues the content again, because the stream's flow-control window may have grown. */
    void offerContent(FrameOutput to) {
        boolean waits;
        synchronized (this) {
            waits = headSent && size() > 0;
        }
        if (waits) {
            to.offer(this);
        }
    }

    /** Returns the number of content bytes that can be sent now; 0 if there are none. */
    synchronized int size() {
        // The application adds content only to the last ring buffer. So release the first one when it is empty and
        // another follows.
        while (hasFurther() && content.size() == 0) {
            ResponseContent sent = content;
            content = further.poll();
            contentBytes -= sent.counted();
            sent.release(rings(), memory());
        }
        int inRing = content == null ? 0 : content.size();
        return inRing > 0 ? inRing : (int) Math.min(fileBytes(), Integer.MAX_VALUE);
    }

    /**
     * Composes a DATA frame.
     *
     * @param most the most octets of content that the connection's window and the buffer allow
     * @return the composed octets of content; −1 if the end of the stream was composed; {@link #UNREAD} if another
     *     thread must compose the content, because the loop must not wait for a disk
     */
    int composeContent(FrameOutput to, int most) {
        int count;
        FileRegion source; // file to send content from; null to send from the ring buffers
        synchronized (this) {
            int size = size();
            long window = (long) to.initialWindow() + windowChange;
            count = (int) Math.max(0, Math.min(window, Math.min(size, most)));
            source = content == null || content.size() == 0 ? file : null;
        }
        if (source != null && count > 0 && !to.beginRead()) {
            return UNREAD;
        }
        if (source != null && count > 0 && !read(source, to, count)) {
            breakOff(ErrorCode.INTERNAL_ERROR);
            composeReset(to, ErrorCode.INTERNAL_ERROR);
            return -1;
        }
        boolean all;
        synchronized (this) {
            all = state == State.COMPLETE && count == waiting();
            boolean ends = all && trailers == null;
            if (count > 0 || ends) {
                FrameWriter.dataHead(to.room(FrameWriter.HEAD_SIZE + count), id, count, ends);
            }
            if (count > 0) {
                take(to, count, source);
            }
            if (all && !ends) {
                to.putHead(id, trailers, true);
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
            onTaken();
        }
        if (all) {
            noteDone();
            return -1;
        }
        return count;
    }

    /**
     * Returns the number of bytes that were not sent yet; {@link Long#MAX_VALUE} for content in more than one ring
     * buffer.
     */
    private long waiting() {
        return hasFurther() ? Long.MAX_VALUE : (content == null ? 0 : content.size()) + fileBytes();
    }

    /**
     * Reads the payload of the next DATA frame from a file directly into the output's buffer. The caller does not hold
     * the monitor.
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
            ServerLog.trace("Failed to send the rest of a file", e);
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
            buffer.position(buffer.position() + count); // skip the bytes that read() has put there
            source.sent(count);
        }
        if (pace != null) {
            pace.rest();
            pace.wrote(count, 0);
        }
        if (keepsOpen && !writing && content != null && content.size() == 0) {
            dropContent(); // a protocol such as WebSocket may be silent for hours, so it must not retain a buffer
        }
    }

    /** Sets whether the content waits for the stream's flow-control window. */
    synchronized void noteWaiting(boolean waits) {
        if (waits) {
            if (pace == null) {
                pace = output.newPace();
            }
            pace.await(minRateApplies);
        } else if (pace != null) {
            pace.rest();
        }
    }

    private void close(State last) {
        noteWaiting(false);
        state = last;
        dropContent();
        if (roomAwaited != null) {
            roomAwaited.wake();
        }
    }

    /**
     * Gives all buffers of this response back to their pool. A buffer into which a thread may still write does not go
     * back.
     */
    private void dropContent() {
        while (content != null) {
            if (writing) {
                content.forget(memory());
            } else {
                content.release(rings(), memory());
            }
            content = further == null ? null : further.poll();
        }
        contentBytes = 0;
    }
}
