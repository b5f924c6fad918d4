package dev.ringer.internal.http2;

import dev.ringer.internal.threads.AtomicField;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * Stores the streams of a connection by their numbers. The table also remembers which of the last 64 stream numbers
 * were used, which streams the server has reset ({@link BrokenStreams}), and which streams come too late to be served.
 * Owned by the loop thread, except that any thread may call {@link #addDone}.
 */
final class StreamTable {
    private static final int FIRST_LENGTH = 8;
    private static final int REMEMBERED = Long.SIZE;
    private static final VarHandle DONE = AtomicField.of(MethodHandles.lookup(), "done", Http2Stream.class);

    private volatile Http2Stream[] slots = new Http2Stream[FIRST_LENGTH]; // hash table; its length is a power of two
    private int count;
    private int lastId; // highest stream number that the client has used
    private int lastAdmitted = Integer.MAX_VALUE; // highest stream number that the server serves
    private long used; // bit set: which of the last 64 stream numbers were used; the lowest bit is for lastId
    private BrokenStreams broken; // streams that the server has reset; null before the first reset
    private volatile Http2Stream done; // first stream in the list of streams that are done

    /** Makes the server ignore all streams that the client will open from now on. */
    void admitNoMore() {
        lastAdmitted = lastId;
    }

    /** Whether the server ignores a stream, because the client has opened it after {@link #admitNoMore}. */
    boolean isIgnored(int id) {
        return id > lastAdmitted;
    }

    /** Returns the number of the last stream that the server has handled or may handle. */
    int lastServed() {
        return Math.min(lastId, lastAdmitted);
    }

    /** Whether the client has used only lower stream numbers so far (the state "idle" of RFC 9113, 5.1). */
    boolean isIdle(int id) {
        return id > lastId;
    }

    /** Records that the client has opened a stream. The stream was idle before. */
    void use(int id) {
        int steps = id - lastId >> 1;
        used = (steps >= REMEMBERED ? 0 : used << steps) | 1;
        lastId = id;
    }

    /**
     * Whether the client has skipped this stream number, and then opened a stream with a higher number. The table
     * remembers this only for the last {@value #REMEMBERED} stream numbers, and returns false for lower numbers.
     */
    boolean wasPassedOver(int id) {
        long bit = bit(id);
        return bit != 0 && (used & bit) == 0;
    }

    /**
     * Records that the server has reset a stream. Then further frames on this stream break no rule, because the client
     * may have sent them before it learned of the reset.
     */
    void noteBroken(int id) {
        if (broken == null) {
            broken = new BrokenStreams();
        }
        broken.add(id);
    }

    /** Whether the server has reset a stream. Also true if the table does not know it any more. */
    boolean wasBroken(int id) {
        return broken != null && broken.contains(id);
    }

    private long bit(int id) {
        int steps = lastId - id >> 1;
        return steps < REMEMBERED ? 1L << steps : 0;
    }

    int count() {
        return count;
    }

    /** Whether the client may still send content on more than one stream. */
    boolean manyReceive() {
        Http2Stream first = null;
        for (Http2Stream stream : slots) {
            if (stream != null && stream.receives()) {
                if (first != null) {
                    return true;
                }
                first = stream;
            }
        }
        return false;
    }

    /** Returns the stream with this number; null if the table does not have it. */
    Http2Stream get(int id) {
        return slots[find(slots, id)];
    }

    private static int find(Http2Stream[] in, int id) {
        int mask = in.length - 1;
        int slot = id >> 1 & mask;
        while (in[slot] != null && in[slot].id() != id) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    void add(Http2Stream stream) {
        if (2 * (count + 1) > slots.length) {
            grow();
        }
        slots[find(slots, stream.id())] = stream;
        count++;
    }

    private void grow() {
        Http2Stream[] larger = new Http2Stream[2 * slots.length];
        for (Http2Stream stream : slots) {
            if (stream != null) {
                larger[find(larger, stream.id())] = stream;
            }
        }
        slots = larger; // Set this field last, because other threads read it.
    }

    /** Removes a stream. Returns false if the table does not have it. */
    boolean remove(Http2Stream stream) {
        int mask = slots.length - 1;
        int gap = find(slots, stream.id());
        if (slots[gap] != stream) {
            return false;
        }
        slots[gap] = null;
        count--;
        for (int slot = gap + 1 & mask; slots[slot] != null; slot = slot + 1 & mask) {
            int home = slots[slot].id() >> 1 & mask;
            if ((slot - home & mask) >= (slot - gap & mask)) {
                // A search for this stream would now stop at the gap before it. So move the stream into the gap.
                slots[gap] = slots[slot];
                slots[slot] = null;
                gap = slot;
            }
        }
        return true;
    }

    /** Reduces the table to its first size, if it has no stream. */
    void trim() {
        if (count == 0 && slots.length > FIRST_LENGTH) {
            slots = new Http2Stream[FIRST_LENGTH];
        }
    }

    /**
     * Returns all streams, in no particular order. Thread-safe. On a thread other than the loop's, the list may lack a
     * stream that was just added, and contain a stream that was just removed.
     */
    List<Http2Stream> all() {
        List<Http2Stream> all = new ArrayList<>();
        for (Http2Stream stream : slots) {
            if (stream != null) {
                all.add(stream);
            }
        }
        return all;
    }

    /** Adds a stream to the list of done streams, which have ended and send nothing more. Thread-safe. */
    void addDone(Http2Stream stream) {
        Http2Stream before;
        do {
            before = done;
            stream.nextDone = before;
        } while (!DONE.compareAndSet(this, before, stream));
    }

    /** Removes and returns the list of streams that are done, linked by {@code nextDone}; null if it is empty. */
    Http2Stream takeDone() {
        return done == null ? null : (Http2Stream) DONE.getAndSet(this, null);
    }
}
