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
 * What a stream sends: a head, content, perhaps trailers, and its end or a reset. Threads of the application fill it and queue it; the thread
 * that sends takes out of it what the windows allow.
 *
 * <pre>
 *   head waits ──► head sent, content ──► CLOSED: END_STREAM or RST_STREAM was composed, or the client has reset the stream
 * </pre>
 */
abstract class OutgoingResponse extends FlowControlled {
    private static final byte FREE = 0;
    private static final byte WRITING = 1;
    private static final byte OVER = 2;
    private static final byte RETIRING = 3; // the thread that sends gives the room for content back

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

    private volatile Queue<ResponseHead> interim; // heads that come before the final one; null without any
    private volatile ResponseHead head; // null unless it waits
    private volatile ResponseContent content; // from which it is sent; null before there is any, and after the end
    private volatile KeptContent kept; // behind it; null unless the client is slow and the handler must not wait
    private volatile ResponseHead trailers; // behind the content; null for none
    private volatile boolean complete; // nothing is added any more
    private volatile ErrorCode reset; // by us; null for none
    private volatile boolean gone; // reset by the client, or lost with the connection
    private volatile boolean recyclable; // whether no thread can be writing
    private volatile boolean ended; // by the application
    private volatile boolean closed;

    @SuppressWarnings("UnusedVariable") // its VarHandle reads it
    private volatile boolean done; // ended and closed

    private volatile boolean lasting; // in use behind the end of its exchange
    private volatile boolean rated = true; // until another protocol has it, which judges its client by itself
    private volatile SendPace pace; // null until content waited for the stream's window

    private short lengthClass = ResponseContents.UNKNOWN; // of the content, for which its first ring is chosen

    // the sender's
    private boolean headSent;
    private boolean resetSent;

    OutgoingResponse(int id, int priority) {
        super(id, priority);
    }

    /** What it shares with all of its server. */
    abstract Http2Shared shared();

    /** What is kept for its client. */
    abstract ClientMemory memory();

    // ---- filling

    /** Marks it as queued; false if it is already. */
    final boolean markQueued() {
        return !queued && QUEUED.compareAndSet(this, false, true);
    }

    /** Adds an interim response, which is dropped if the final head is sent before it. */
    final void interim(ResponseHead newHead) {
        if (interim == null) { // a handler may respond while another thread reads, which asks for the content
            INTERIM.compareAndSet(this, null, new ConcurrentLinkedQueue<>());
        }
        interim.add(newHead);
    }

    /** Adds the final head, before any content. {@code length} of the content is negative if it is not known. */
    final void head(ResponseHead newHead, long length) {
        lengthClass = ResponseContents.classOf(length);
        head = newHead;
    }

    /** Gives it trailers, or none if null. Before it is complete. */
    public final void trailers(ResponseFields fields) {
        trailers = fields == null ? null : ResponseHead.ofTrailers(fields);
    }

    /** Begins to add content, unless a thread already does or it is too late. {@link #endWriting} must follow. */
    final boolean beginWriting() {
        return WRITER.compareAndSet(this, FREE, WRITING);
    }

    /** Where the content goes. For the thread that adds some. */
    final ResponseContent content() {
        KeptContent more = kept;
        ResponseContent to = more == null ? content : more.newest();
        if (to == null) {
            to = shared().responseContents.rent(memory(), lengthClass);
            to.clear();
            content = to;
            if (closed) { // meanwhile, by a thread that saw no content
                dropContent();
            }
        }
        return to;
    }

    /**
     * More room for the content of a handler that must not wait for its client. For the thread that adds content, when there is none.
     *
     * @return null if it is to wait: for a large response, or if the memory of the server is spent
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
            lengthClass = ResponseContents.LARGE; // from now on
            return null;
        }
        ResponseContent ring = server.responseContents.rent(memory(), ResponseContents.UNKNOWN);
        ring.clear();
        if (!kept.append(ring)) {
            server.responseContents.release(memory(), ring);
            return null;
        }
        if (closed) { // meanwhile, by a thread that did not see the ring
            dropContent();
        }
        return ring;
    }

    final void endWriting() {
        WRITER.compareAndSet(this, WRITING, FREE);
    }

    /** Adds as much content as there is room for; none while another thread is at it, or it is too late. */
    final void add(ByteBuffer from) {
        if (beginWriting()) {
            try {
                content().add(from);
            } finally {
                endWriting();
            }
        }
    }

    /** Whether content can be added. Any thread, to which it may be of a moment ago. */
    final boolean hasRoom() {
        ResponseContent waiting = content;
        return waiting == null || waiting.hasRoom();
    }

    /**
     * Nothing is added any more: what is there ends the stream. If a thread is in the middle of adding content, that is not all
     * there was to be, and the stream ends with an error.
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

    /** Nothing is added any more, and what waits is dropped: ends the stream with an error. */
    final void breakOff() {
        endContent();
        breakOff(ErrorCode.INTERNAL_ERROR);
    }

    /** Whether no thread is in the middle of adding content. */
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

    /** Makes the thread that adds content look at the stream, if it waits for room. Any thread. */
    abstract void wakeWriter();

    /** Whether the stream was broken off by us. */
    final boolean brokenOff() {
        return reset != null;
    }

    /** The client takes nothing any more. */
    final void leave() {
        gone = true;
    }

    /** Whether the client takes nothing any more. */
    final boolean gone() {
        return gone;
    }

    /** Whether nothing more will be sent. */
    final boolean closed() {
        return closed;
    }

    /** How its client opens the window; null if that was never waited for. Any thread. */
    final SendPace pace() {
        return pace;
    }

    /** Ends it; true for the one thread that is the first. */
    final boolean tryEnd() {
        return ENDED.compareAndSet(this, false, true);
    }

    /** Whether the application has ended it. */
    public final boolean ended() {
        return ended;
    }

    /** Says so, once, if it has ended and nothing more will be sent. */
    final void noteDone() {
        if (ended && closed && !lasting && DONE.compareAndSet(this, false, true)) {
            onDone();
        }
    }

    /** Called once it has ended and nothing more will be sent. Any thread. */
    abstract void onDone();

    /** Says whether the stream is in use behind the end of its exchange: it does not end before it is not. */
    final void lasts(boolean on) {
        lasting = on;
        noteDone();
    }

    /** Another protocol has the stream, and judges its client by itself. */
    final void endRating() {
        rated = false;
    }

    @Override
    final boolean rated() {
        return rated;
    }

    /** Content has been taken, so that there is room. On the thread that sends. */
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
        boolean last = complete; // looked at before the content, which is final then
        ResponseHead waiting = head; // looked at before the interim ones, which are all there then
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
        if (gone || reset != null) { // else its handler is at work, and hears of the end soon
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

    /** Composes a reset, once, and drops what waits: there may be nothing any more. */
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

    /** Offers content that waits for the stream's window, which may have grown. For the thread that sends. */
    final void offerContent(FrameOutput output) {
        if (headSent && !closed && size() > 0) {
            output.offer(this);
        }
    }

    /** How much memory it has for content. Any thread. */
    final int contentBytes() {
        KeptContent more = kept;
        return ResponseContents.counted(content) + (more == null ? 0 : more.bytes());
    }

    /** How much content can be sent in one piece; 0 if none waits. For the thread that sends. */
    final int size() {
        ResponseContent waiting = content;
        if (waiting == null) {
            return 0;
        }
        int size = waiting.size();
        return size == 0 && hasMore() ? sizeOfNext(waiting) : size;
    }

    /** Whether content waits. Any thread, to which it may be of a moment ago. */
    final boolean hasContent() {
        ResponseContent waiting = content;
        return waiting != null && (waiting.size() > 0 || hasMore());
    }

    /** Whether content waits behind what can be sent in one piece. */
    private boolean hasMore() {
        KeptContent more = kept;
        return more != null && more.hasNext();
    }

    /** Goes on to the next ring: now that there is one, nothing is added to this one any more. */
    private int sizeOfNext(ResponseContent present) {
        if (present.size() > 0) { // what was added before
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
     * @param most how much content it may have, windows of the connection and room considered
     * @return how much it has; −1 if the end of the stream was composed
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

    /** Gives the room for content back while there is none: the stream may be silent for hours. */
    private void retire() {
        if (size() > 0 || !WRITER.compareAndSet(this, FREE, RETIRING)) {
            return;
        }
        if (size() == 0) { // also now that no thread can be adding some
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
        closed = true; // before the content goes, so that a thread which comes with some later sees it
        dropContent();
        noteDone();
    }

    /** Gives the room for content back, by the first thread that comes. */
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
