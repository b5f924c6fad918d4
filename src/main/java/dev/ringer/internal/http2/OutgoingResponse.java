package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.frame.FrameWriter;
import dev.ringer.internal.protocol.ResponseFields;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The response that a stream sends: a head, content, perhaps trailers, and its end or a reset. Application threads fill
 * it and queue it. The sending thread takes out of it what the flow-control windows allow.
 *
 * <pre>
 *   head waits ──► head sent, content ──► CLOSED: END_STREAM or RST_STREAM was composed, or the client has reset it
 * </pre>
 */
abstract class OutgoingResponse extends FlowControlled {
    private static final byte FREE = 0;
    private static final byte WRITING = 1;
    private static final byte OVER = 2;
    private static final byte RETIRING = 3; // the sending thread gives back the room for content

    private static final VarHandle QUEUED;
    private static final VarHandle WRITER;
    private static final VarHandle INTERIM;
    private static final VarHandle CONTENT;
    private static final VarHandle ENDED;
    private static final VarHandle DONE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            QUEUED = lookup.findVarHandle(OutgoingResponse.class, "queued", boolean.class);
            WRITER = lookup.findVarHandle(OutgoingResponse.class, "writer", byte.class);
            INTERIM = lookup.findVarHandle(OutgoingResponse.class, "interim", Queue.class);
            CONTENT = lookup.findVarHandle(OutgoingResponse.class, "content", ResponseContent.class);
            ENDED = lookup.findVarHandle(OutgoingResponse.class, "ended", boolean.class);
            DONE = lookup.findVarHandle(OutgoingResponse.class, "done", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // shared
    private volatile boolean queued;

    @SuppressWarnings("UnusedVariable") // its VarHandle reads it
    private volatile byte writer = FREE; // whether a thread adds content

    private volatile Queue<ResponseHead> interim; // interim heads, which come before the final one; null without any
    private volatile ResponseHead head; // the final head; null unless it waits to be sent
    private volatile ResponseContent content; // what is sent next; null before there is any, and after the end
    private volatile KeptContent kept; // sent after it; null unless the client is slow and the handler must not wait
    private volatile ResponseHead trailers; // sent after the content; null for none
    private volatile boolean complete; // whether nothing is added any more
    private volatile ErrorCode reset; // the code of a reset by the server; null for none
    private volatile boolean gone; // whether the client has reset the stream, or is gone with its connection
    private volatile boolean recyclable; // whether no thread can be writing
    private volatile boolean ended; // whether the application has ended it
    private volatile boolean closed;

    @SuppressWarnings("UnusedVariable") // its VarHandle reads it
    private volatile boolean done; // whether it has ended and is closed

    private volatile boolean lasting; // whether the stream stays in use after the end of its exchange
    // Whether the minimum rate applies. False once another protocol has the stream, which judges its client by itself.
    private volatile boolean rated = true;
    private volatile SendPace pace; // null until content waited for the stream's window

    // The class of the content's length, by which its first ring is chosen.
    private short lengthClass = ResponseContents.UNKNOWN;

    // owned by the sending thread
    private boolean headSent;
    private boolean resetSent;

    OutgoingResponse(int id, int priority) {
        super(id, priority);
    }

    /** Returns the parts that all connections of its server share. */
    abstract Http2Shared shared();

    /** Returns the memory that is kept for its client. */
    abstract ClientMemory memory();

    // ---- filling

    /** Marks it as queued. Returns false if it is queued already. */
    final boolean markQueued() {
        return !queued && QUEUED.compareAndSet(this, false, true);
    }

    /** Adds an interim response. It is dropped if the final head is sent before it. */
    final void interim(ResponseHead newHead) {
        if (interim == null) {
            // Two threads may come here: a handler may respond while another thread reads and so asks for the content.
            INTERIM.compareAndSet(this, null, new ConcurrentLinkedQueue<>());
        }
        interim.add(newHead);
    }

    /** Adds the final head, before any content. {@code length} is the length of the content, or negative if unknown. */
    final void head(ResponseHead newHead, long length) {
        lengthClass = ResponseContents.classOf(length);
        head = newHead;
    }

    /** Sets the trailers; null for none. Only before the response is complete. */
    public final void trailers(ResponseFields fields) {
        trailers = fields == null ? null : ResponseHead.ofTrailers(fields);
    }

    /**
     * Begins to add content, unless a thread already does or it is too late. After true, {@link #endWriting} must
     * follow.
     */
    final boolean beginWriting() {
        return WRITER.compareAndSet(this, FREE, WRITING);
    }

    /** Returns the ring into which content goes. For the thread that adds content. */
    final ResponseContent content() {
        KeptContent more = kept;
        ResponseContent to = more == null ? content : more.newest();
        if (to == null) {
            to = shared().responseContents.rent(memory(), lengthClass);
            to.clear();
            content = to;
            if (closed) {
                // Another thread closed it meanwhile, and saw no content.
                dropContent();
            }
        }
        return to;
    }

    /**
     * Returns more room for the content of a handler that must not wait for its client. For the thread that adds
     * content, when there is no room.
     *
     * @return null if the thread must wait: for a large response, or if the memory of the server is exhausted
     */
    final ResponseContent moreRoom() {
        Http2Shared server = shared();
        if (!server.handlersOnLoop || lengthClass == ResponseContents.LARGE || lasting) {
            return null;
        }
        if (kept == null) {
            kept = new KeptContent();
        }
        if (!kept.mayGrow() || !server.memory.admits()) {
            lengthClass = ResponseContents.LARGE; // no more room from now on
            return null;
        }
        ResponseContent ring = server.responseContents.rent(memory(), ResponseContents.UNKNOWN);
        ring.clear();
        if (!kept.append(ring)) {
            server.responseContents.release(memory(), ring);
            return null;
        }
        if (closed) {
            // Another thread closed it meanwhile, and did not see the ring.
            dropContent();
        }
        return ring;
    }

    final void endWriting() {
        WRITER.compareAndSet(this, WRITING, FREE);
    }

    /** Adds as much content as there is room for. Adds none while another thread adds content, or if it is too late. */
    final void add(ByteBuffer from) {
        if (beginWriting()) {
            try {
                content().add(from);
            } finally {
                endWriting();
            }
        }
    }

    /** Whether content can be added. Any thread. The answer may be slightly out of date. */
    final boolean hasRoom() {
        ResponseContent waiting = content;
        return waiting == null || waiting.hasRoom();
    }

    /**
     * Ends the stream after what is there. Nothing is added any more. If a thread is in the middle of adding content,
     * something is missing, and the stream ends with an error.
     *
     * @return false if it ends with an error
     */
    final boolean complete() {
        boolean whole = endContent();
        if (whole) {
            complete = true;
        } else {
            breakOff(ErrorCode.INTERNAL_ERROR);
        }
        return whole;
    }

    /** Drops what waits, and ends the stream with an error. Nothing is added any more. */
    final void breakOff() {
        endContent();
        breakOff(ErrorCode.INTERNAL_ERROR);
    }

    /** Ends the adding of content. Returns true if no thread is in the middle of it. */
    private boolean endContent() {
        byte before = (byte) WRITER.getAndSet(this, OVER);
        boolean free = before == FREE || before == RETIRING;
        recyclable = free;
        return free;
    }

    /** Drops what waits, and ends the stream with an error. The first code counts. Any thread. */
    final void breakOff(ErrorCode code) {
        if (reset == null) {
            reset = code;
        }
    }

    /** Wakes the thread that adds content, if it waits for room, so that it checks the stream. Any thread. */
    abstract void wakeWriter();

    /** Whether the server has reset the stream. */
    final boolean brokenOff() {
        return reset != null;
    }

    /** Notes that the client receives nothing any more. */
    final void leave() {
        gone = true;
    }

    /** Whether the client receives nothing any more. */
    final boolean gone() {
        return gone;
    }

    /** Whether nothing more will be sent. */
    final boolean closed() {
        return closed;
    }

    /**
     * Returns the pace at which the client opens the stream's window; null if the server never waited for that. Any
     * thread.
     */
    final SendPace pace() {
        return pace;
    }

    /** Ends it. Returns true only to the first thread that calls this. */
    final boolean tryEnd() {
        return ENDED.compareAndSet(this, false, true);
    }

    /** Whether the application has ended it. */
    public final boolean ended() {
        return ended;
    }

    /** Calls {@link #onDone}, once, if it has ended and nothing more will be sent. */
    final void noteDone() {
        if (ended && closed && !lasting && DONE.compareAndSet(this, false, true)) {
            onDone();
        }
    }

    /** Called once it has ended and nothing more will be sent. Any thread. */
    abstract void onDone();

    /** Sets whether the stream stays in use after the end of its exchange. It is not done while it is in use. */
    final void lasts(boolean on) {
        lasting = on;
        noteDone();
    }

    /** Notes that another protocol has the stream, and judges its client by itself. */
    final void endRating() {
        rated = false;
    }

    @Override
    final boolean rated() {
        return rated;
    }

    /** Called after content was taken, so that there is room. Sending thread only. */
    void onTaken() {}

    // ---- sending

    @Override
    final void compose(FrameOutput output) {
        QUEUED.setVolatile(this, false);
        if (closed || gone) {
            drop(output);
            return;
        }
        if (reset != null) {
            composeReset(output, reset);
            return;
        }
        boolean last = complete; // read before the content, which is then final
        ResponseHead waiting = head; // read before the interim heads, which are then all there
        composeInterim(output);
        if (waiting != null) {
            head = null;
            headSent = true;
            boolean ends = trailers == null && (waiting.isWhole() || last && size() == 0);
            output.putHead(id(), waiting, ends);
            if (ends) {
                close();
                return;
            }
        }
        if (headSent && (last || size() > 0)) {
            output.offer(this);
        }
    }

    @Override
    final void discard(FrameOutput output) {
        QUEUED.setVolatile(this, false);
        // Otherwise its handler is at work, and hears of the end soon.
        if (gone || reset != null) {
            drop(output);
        }
    }

    private void composeInterim(FrameOutput output) {
        for (ResponseHead next; interim != null && (next = interim.poll()) != null; ) {
            if (!headSent) {
                output.putHead(id(), next, false);
            }
        }
    }

    /** Composes a reset, once, and drops what waits, if something still does. */
    final void composeReset(FrameOutput output, ErrorCode code) {
        if (!resetSent) {
            FrameWriter.rstStream(output.room(FrameWriter.SHORT_CONTROL_SIZE), id(), code);
            resetSent = true;
        }
        drop(output);
    }

    private void drop(FrameOutput output) {
        if (!closed) {
            output.forget(this);
            close();
        }
    }

    /** Offers content that waits for the stream's window, which may have grown. Sending thread only. */
    final void offerContent(FrameOutput output) {
        if (headSent && !closed && size() > 0) {
            output.offer(this);
        }
    }

    /** Returns the memory that it takes for content, in bytes. Any thread. */
    final int contentBytes() {
        KeptContent more = kept;
        return ResponseContents.counted(content) + (more == null ? 0 : more.bytes());
    }

    /** Returns the bytes of content that can be sent in one piece; 0 if none wait. Sending thread only. */
    final int size() {
        ResponseContent waiting = content;
        if (waiting == null) {
            return 0;
        }
        int size = waiting.size();
        return size == 0 && hasMore() ? sizeOfNext(waiting) : size;
    }

    /** Whether content waits. Any thread. The answer may be slightly out of date. */
    final boolean hasContent() {
        ResponseContent waiting = content;
        return waiting != null && (waiting.size() > 0 || hasMore());
    }

    /** Whether content waits behind what can be sent in one piece. */
    private boolean hasMore() {
        KeptContent more = kept;
        return more != null && more.hasNext();
    }

    /**
     * Goes on to the next ring. Nothing is added to the present ring any more, because there is a next one. Returns the
     * size of the content that can be sent in one piece.
     */
    private int sizeOfNext(ResponseContent present) {
        if (present.size() > 0) { // added before there was a next ring
            return present.size();
        }
        ResponseContent next = kept.next();
        if (next == null || !CONTENT.compareAndSet(this, present, next)) { // dropped meanwhile
            if (next != null) {
                shared().responseContents.forget(memory(), next);
            }
            return 0;
        }
        shared().responseContents.release(memory(), present);
        return next.size();
    }

    /**
     * Composes DATA.
     *
     * @param most the most octets of content, by the connection's window and the room of the buffer
     * @return octets of content; −1 if the end of the stream was composed
     */
    final int composeContent(FrameOutput output, int most) {
        boolean last = complete;
        int size = size();
        int count = availableWindow(output.initialWindow(), Math.min(size, most));
        boolean all = last && count == size && !hasMore();
        boolean ends = all && trailers == null;
        if (count > 0 || ends) {
            FrameWriter.dataHead(output.room(FrameWriter.HEAD_SIZE + count), id(), count, ends);
        }
        if (count > 0) {
            takeWindow(count);
            output.takeWindow(count);
            content.take(output.room(count), count);
            wakeWriter();
            if (pace != null) {
                pace.took(count);
            }
            if (lasting) {
                retire();
            }
            onTaken();
        }
        if (!all) {
            return count;
        }
        if (!ends) {
            output.putHead(id(), trailers, true);
        }
        close();
        return -1;
    }

    /** Gives back the room for content while there is no content, because the stream may be silent for hours. */
    private void retire() {
        if (size() > 0 || !WRITER.compareAndSet(this, FREE, RETIRING)) {
            return;
        }
        if (size() == 0) { // also now that no thread can add content
            shared().responseContents.release(memory(), (ResponseContent) CONTENT.getAndSet(this, null));
        }
        WRITER.compareAndSet(this, RETIRING, FREE);
    }

    /** Notes whether content waits for the stream's own window. */
    final void noteWaiting(boolean waits) {
        if (waits) {
            if (pace == null) {
                pace = new SendPace(shared());
            }
            pace.await(rated);
        } else if (pace != null) {
            pace.goOn();
        }
    }

    private void close() {
        noteWaiting(false);
        // This stands before the content is dropped. So a thread that adds content later sees it.
        closed = true;
        dropContent();
        noteDone();
    }

    /** Gives back the room for content. The first thread that comes does so. */
    private void dropContent() {
        boolean alone = recyclable;
        recyclable = false;
        ResponseContent done = (ResponseContent) CONTENT.getAndSet(this, null);
        if (done != null) {
            wakeWriter();
            shared().responseContents.drop(memory(), done, alone);
        }
        if (kept != null) {
            kept.drop(ring -> shared().responseContents.drop(memory(), ring, alone));
        }
    }
}
