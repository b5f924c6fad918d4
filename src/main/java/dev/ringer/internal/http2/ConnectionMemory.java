package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.request.BlockReceiver;
import dev.ringer.internal.http2.response.FrameOutput;
import dev.ringer.internal.time.LimitClock;
import java.util.Comparator;
import java.util.List;

/**
 * Counts the memory that a connection retains in addition to its streams: an incomplete field block, the HPACK tables,
 * input that was read and not handled, and answers that wait to be sent. This class also counts the objects and the
 * small request heads of all streams. A stream itself counts its content and a large head, in the same
 * {@link ClientMemory}.
 *
 * <p>This class also chooses what to evict when the server needs the connection's memory. Owned by the loop thread,
 * unless a method says otherwise.
 */
final class ConnectionMemory {
    /** The unit of the memory count, in bytes. The count is rounded down, so less than one unit counts as nothing. */
    private static final int STEP = 2048;

    /** An estimate of the memory, in bytes, of one answer that waits to be sent: two small objects. */
    private static final int BYTES_PER_ANSWER = 64;

    private final Http2Connection connection;
    private final FrameInput input;
    private final FrameReceiver frames;
    private final FrameOutput output;
    private final BlockReceiver blocks;
    private final StreamTable streams;
    private final StreamEnds ends;
    private final ClientMemory account;
    private int counted; // bytes that this object has taken from the memory account and not yet released
    // Bytes of the small request heads of all streams of the connection. A head still counts for some time after the
    // end of its exchange has freed it: see dropFreedHeads().
    private int smallHeads;

    ConnectionMemory(
            Http2Connection connection,
            FrameInput input,
            FrameReceiver frames,
            FrameOutput output,
            BlockReceiver blocks,
            StreamTable streams,
            StreamEnds ends) {
        this.connection = connection;
        this.input = input;
        this.frames = frames;
        this.output = output;
        this.blocks = blocks;
        this.streams = streams;
        this.ends = ends;
        this.account = output.transport().memory();
    }

    /** Counts the request head of a stream that was added to the stream table, if the head is small. */
    void onAdded(Http2Stream stream) {
        smallHeads += stream.smallHead();
    }

    /** Stops counting the small head of a stream that was removed from the stream table. */
    void onRemoved(Http2Stream stream) {
        smallHeads -= stream.smallHead();
    }

    /**
     * Whether the connection, or a part of its memory, can be evicted. Thread-safe. The answer may be slightly out of
     * date.
     */
    boolean evictable() {
        if (output.fullSince() != 0 || blocks.blockBytes() > 0) {
            return true;
        }
        List<Http2Stream> all = streams.all();
        for (Http2Stream stream : all) {
            if (stream.evictableBytes() > 0) {
                return true;
            }
        }
        return all.isEmpty();
    }

    /**
     * Updates the count of the memory that the connection retains in addition to its streams. If the server lacks the
     * memory for an incomplete field block, drops the lines of that block.
     */
    void recount() {
        int more = present() - counted;
        if (more > 0 && blocks.blockBytes() > 0 && !account.tryTake(more)) {
            blocks.drop();
            recount();
            return;
        }
        if (more > 0 && blocks.blockBytes() == 0) {
            account.take(more);
        } else if (more < 0) {
            account.release(-more);
        }
        counted += more;
    }

    private int present() {
        int bytes = smallHeads
                + Http2Stream.BYTES * streams.count()
                + blocks.heldBytes()
                + input.heldBytes()
                + BYTES_PER_ANSWER * frames.pendingAnswers()
                + output.keptBytes();
        return bytes - bytes % STEP;
    }

    void release() {
        account.release(counted);
        counted = 0;
    }

    /**
     * Frees memory. Takes the first of these measures that applies:
     *
     * <ul>
     *   <li>If the client does not read, close the connection.
     *   <li>Remove the streams that are done, if this frees at least half of the connection's memory.
     *   <li>If the connection is idle, end it.
     *   <li>Drop an incomplete field block, if it retains more than all streams together.
     *   <li>Reset the streams that retain most, until half of the memory of all streams is free.
     * </ul>
     *
     * @return false if nothing was evicted
     */
    boolean evict() {
        if (output.fullSince() != 0) {
            output.transport().close();
            return true;
        }
        long before = account.bytes();
        connection.beginEvent(LimitClock.nanos()); // removes the streams that are done
        dropFreedHeads();
        recount();
        if (account.bytes() <= before / 2) {
            output.send();
            return true;
        }
        if (connection.isIdle()) {
            connection.end(ErrorCode.NO_ERROR);
            return true;
        }
        List<Held> evictable = evictableStreams();
        long ofStreams = evictable.stream().mapToLong(Held::bytes).sum();
        if (blocks.blockBytes() > ofStreams) {
            blocks.drop();
            recount();
            return true;
        }
        resetHalf(evictable, ofStreams);
        output.send();
        return !evictable.isEmpty();
    }

    /**
     * Stops counting the small heads of exchanges that have ended. Handlers end exchanges on any thread, so counting
     * that at once would cost each request an atomic operation. It matters only when memory is short.
     */
    private void dropFreedHeads() {
        for (Http2Stream stream : streams.all()) {
            smallHeads -= stream.takeFreedHead();
        }
    }

    private void resetHalf(List<Held> evictable, long all) {
        long left = all;
        for (Held held : evictable) {
            if (left <= all / 2) {
                return;
            }
            left -= held.bytes();
            ends.shed(held.stream());
        }
    }

    /**
     * A stream, and the bytes that it retained when they were counted. The count is copied, because a list cannot be
     * sorted by values that other threads change.
     */
    private record Held(Http2Stream stream, long bytes) {}

    private List<Held> evictableStreams() {
        return streams.all().stream()
                .map(stream -> new Held(stream, stream.evictableBytes()))
                .filter(held -> held.bytes() > 0)
                .sorted(Comparator.comparingLong(Held::bytes).reversed())
                .toList();
    }
}
