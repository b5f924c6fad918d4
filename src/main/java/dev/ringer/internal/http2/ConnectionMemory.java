package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http2.frame.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Counts what is the connection's own and no stream's: an incomplete field block, the tables of HPACK, frames that were read and not
 * handled, answers that wait; and the small heads of all streams together. It is counted anew at the end of a turn, in steps. Large
 * heads and content are counted by their streams, on the same {@link ClientMemory}.
 *
 * <p>Chooses what goes when the memory of the connection is wanted. Owned by the loop, but for what says so.
 */
final class ConnectionMemory {
    /** What is less counts as part of what every connection costs. */
    private static final int STEP = 2048;

    /** Heads up to this size, each line counted with 32 octets more, are counted together with the others of their connection. */
    static final int MAX_SMALL_HEAD = 4096;

    /** A frame that waits to be sent: two small objects. */
    private static final int BYTES_PER_ANSWER = 64;

    private final Http2Connection connection;
    private final ClientMemory account;
    private int counted;
    private int smallHeads; // of the streams in the table

    ConnectionMemory(Http2Connection connection) {
        this.connection = connection;
        this.account = connection.transport().memory();
    }

    /** A stream has come into the table. */
    void onAdded(Http2Stream stream) {
        smallHeads += stream.smallHead();
    }

    /** A stream has left the table. */
    void onRemoved(Http2Stream stream) {
        smallHeads -= stream.smallHead();
    }

    /** Whether any of it can be let go. Any thread, to which it may be of a moment ago. */
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

    /** Counts anew what is no stream's, and drops an incomplete block for which there is no memory. */
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

    /** The connection has ended. */
    void release() {
        account.release(counted);
        counted = 0;
    }

    /**
     * Lets go what it can, and no more than it must: streams that are done, if that is half of it; the connection, if its client reads
     * nothing or it is idle; else an incomplete block, or the streams that hold most, until that is half of what all hold.
     *
     * @return false if nothing was let go
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

    /** What a stream held at one moment: other threads change it while streams are compared. */
    private record Held(Http2Stream stream, long bytes) {}

    /** The ones that hold most first. */
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
