package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http2.frame.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Counts the memory that a connection keeps outside its streams: an incomplete field block, the HPACK tables, frames
 * that were read and not handled, and answers that wait to be sent. It also counts the small heads of all streams
 * together. It counts again at the end of each turn, in steps. The streams count large heads and content themselves, on
 * the same {@link ClientMemory}.
 *
 * <p>Chooses what to evict when the server needs the memory of the connection. Owned by the loop thread, unless a
 * method says otherwise.
 */
final class ConnectionMemory {
    /**
     * The step in which memory is counted, in bytes. Less than a step counts as part of the cost that every connection
     * has.
     */
    private static final int STEP = 2048;

    /**
     * The largest size of a small head in bytes, with 32 octets more for each line. The small heads of a connection are
     * counted together.
     */
    static final int MAX_SMALL_HEAD = 4096;

    /** Bytes of a frame that waits to be sent: two small objects. */
    private static final int BYTES_PER_ANSWER = 64;

    private final Http2Connection connection;
    private final ClientMemory account;
    private int counted;
    private int smallHeads; // bytes of the small heads of all streams in the table

    ConnectionMemory(Http2Connection connection) {
        this.connection = connection;
        this.account = connection.transport().memory();
    }

    /** Counts the small head of a stream that has come into the table. */
    void onAdded(Http2Stream stream) {
        smallHeads += stream.smallHead();
    }

    /** Stops counting the small head of a stream that has left the table. */
    void onRemoved(Http2Stream stream) {
        smallHeads -= stream.smallHead();
    }

    /** Whether any of the memory can be evicted. Any thread. The answer may be slightly out of date. */
    boolean spareable() {
        if (connection.output().fullSince() != 0 || connection.blocks().blockBytes() > 0) {
            return true;
        }
        List<Http2Stream> streams = connection.streams().snapshot();
        for (Http2Stream stream : streams) {
            if (stream.spareableMemory() > 0) {
                return true;
            }
        }
        return streams.isEmpty();
    }

    /** Counts the memory outside the streams again. Drops an incomplete block if there is no memory for it. */
    void recount() {
        int more = present() - counted;
        if (more > 0 && connection.blocks().blockBytes() > 0 && !account.tryTake(more)) {
            connection.blocks().drop();
            recount();
            return;
        }
        if (more > 0 && connection.blocks().blockBytes() == 0) {
            account.take(more);
        } else if (more < 0) {
            account.release(-more);
        }
        if (more != 0) {
            counted += more;
        }
    }

    private int present() {
        int bytes = smallHeads
                + connection.blocks().heldBytes()
                + connection.unhandledBytes()
                + BYTES_PER_ANSWER * connection.pendingAnswers()
                + connection.output().keptBytes();
        return bytes - bytes % STEP;
    }

    /** Releases all counted memory, because the connection has ended. */
    void release() {
        account.release(counted);
        counted = 0;
    }

    /**
     * Evicts what it can, and no more than it must, in this order:
     *
     * <ul>
     *   <li>It closes the connection if its client does not read.
     *   <li>It removes the streams that are done. This suffices if it frees half of the memory.
     *   <li>It ends the connection if it is idle.
     *   <li>It drops an incomplete block if that retains more than the streams.
     *   <li>It resets the streams that retain most, until half of what all streams retain is free.
     * </ul>
     *
     * @return false if nothing was evicted
     */
    boolean letGo() {
        if (connection.output().fullSince() != 0) {
            connection.transport().close();
            return true;
        }
        long before = account.bytes();
        connection.ends().collect();
        recount();
        if (account.bytes() <= before / 2) {
            return true;
        }
        if (connection.isIdle()) {
            connection.end(ErrorCode.NO_ERROR);
            return true;
        }
        List<Held> streams = spareableStreams();
        long ofStreams = streams.stream().mapToLong(Held::bytes).sum();
        if (connection.blocks().blockBytes() > ofStreams) {
            connection.blocks().drop();
            recount();
            return true;
        }
        resetHalf(streams, ofStreams);
        connection.output().send();
        return !streams.isEmpty();
    }

    private void resetHalf(List<Held> streams, long all) {
        long left = all;
        for (Held held : streams) {
            if (left <= all / 2) {
                return;
            }
            left -= held.bytes();
            connection.ends().shed(held.stream());
        }
    }

    /**
     * The bytes that a stream retained at one moment. Other threads change the number while the streams are compared.
     */
    private record Held(Http2Stream stream, long bytes) {}

    /** Returns the streams with memory that can be evicted. Those that retain most come first. */
    private List<Held> spareableStreams() {
        List<Held> streams = new ArrayList<>();
        for (Http2Stream stream : connection.streams().all()) {
            long bytes = stream.spareableMemory();
            if (bytes > 0) {
                streams.add(new Held(stream, bytes));
            }
        }
        streams.sort(Comparator.comparingLong(Held::bytes).reversed());
        return streams;
    }
}
