package dev.ringer.internal.http2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the streams of a connection by their numbers, and remembers numbers of streams that it has forgotten. Owned by
 * the loop thread. Any thread may call {@link #addDone}.
 */
final class StreamTable {
    private static final int FIRST_LENGTH = 8;
    private static final int REMEMBERED = Long.SIZE;
    private static final int REMEMBERED_BROKEN = 128;
    private static final VarHandle DONE;

    static {
        try {
            DONE = MethodHandles.lookup().findVarHandle(StreamTable.class, "done", Http2Stream.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile Http2Stream[] slots = new Http2Stream[FIRST_LENGTH]; // its length is a power of two
    private int count;
    private int lastId;
    private long used; // a bit for each of the last numbers, the lowest for lastId: whether the number was used
    private long broken; // the same bits: whether the server reset the stream
    // Numbers of the streams that the server reset last, of any age, as a ring. Null before the first.
    private int[] lastBroken;
    private int brokenCount;
    private volatile Http2Stream done; // the last of the streams that are done

    // ---- numbers

    /** Returns the highest number that the client has used. */
    int lastId() {
        return lastId;
    }

    /** Whether a number has neither been used nor skipped. */
    boolean isIdle(int id) {
        return id > lastId;
    }

    /** Notes that the client has used a number that was idle. */
    void use(int id) {
        int steps = id - lastId >> 1;
        used = shifted(used, steps) | 1;
        broken = shifted(broken, steps);
        lastId = id;
    }

    private static long shifted(long bits, int steps) {
        return steps >= REMEMBERED ? 0 : bits << steps;
    }

    /** Whether a number that is not idle was skipped, as far as that is remembered. */
    boolean wasPassedOver(int id) {
        long bit = bit(id);
        return bit != 0 && (used & bit) == 0;
    }

    /** Notes that the server has reset a stream. Frames that are on their way are then no fault of the client. */
    void noteBroken(int id) {
        if (wasBroken(id)) {
            return;
        }
        broken |= bit(id);
        if (lastBroken == null) {
            lastBroken = new int[REMEMBERED_BROKEN];
        }
        lastBroken[brokenCount++ % REMEMBERED_BROKEN] = id;
    }

    /**
     * Whether the server has reset a stream lately: the stream has one of the last numbers, or is one of the last that
     * were reset.
     */
    boolean wasBroken(int id) {
        return (broken & bit(id)) != 0 || isLastBroken(id);
    }

    private boolean isLastBroken(int id) {
        if (lastBroken != null) {
            for (int one : lastBroken) {
                if (one == id) {
                    return true;
                }
            }
        }
        return false;
    }

    private long bit(int id) {
        int steps = lastId - id >> 1;
        return steps < REMEMBERED ? 1L << steps : 0;
    }

    // ---- streams

    int count() {
        return count;
    }

    /** Returns the stream with a number, or null. */
    Http2Stream get(int id) {
        return slots[find(id)];
    }

    private int find(int id) {
        int mask = slots.length - 1;
        int slot = id >> 1 & mask;
        while (slots[slot] != null && slots[slot].id() != id) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    void add(Http2Stream stream) {
        if (2 * (count + 1) > slots.length) {
            resize(2 * slots.length);
        }
        slots[find(stream.id())] = stream;
        count++;
    }

    private void resize(int length) {
        Http2Stream[] before = slots;
        slots = new Http2Stream[length];
        for (Http2Stream stream : before) {
            if (stream != null) {
                slots[find(stream.id())] = stream;
            }
        }
    }

    /** Forgets a stream. Returns false if it was forgotten before. */
    boolean remove(Http2Stream stream) {
        int mask = slots.length - 1;
        int gap = find(stream.id());
        if (slots[gap] != stream) {
            return false;
        }
        slots[gap] = null;
        count--;
        for (int slot = gap + 1 & mask; slots[slot] != null; slot = slot + 1 & mask) {
            int home = slots[slot].id() >> 1 & mask;
            if ((slot - home & mask) >= (slot - gap & mask)) {
                // The stream can no longer be reached from its home slot.
                slots[gap] = slots[slot];
                slots[slot] = null;
                gap = slot;
            }
        }
        return true;
    }

    /** Frees the memory of busier times, if there is no stream. */
    void trim() {
        if (count == 0 && slots.length > FIRST_LENGTH) {
            slots = new Http2Stream[FIRST_LENGTH];
        }
    }

    /** Returns all streams, in no particular order. Any thread; to others than the loop thread, slightly out of date. */
    List<Http2Stream> all() {
        List<Http2Stream> all = new ArrayList<>();
        for (Http2Stream stream : slots) {
            if (stream != null) {
                all.add(stream);
            }
        }
        return all;
    }

    // ---- those that are done

    /** Notes a stream that has ended, and on which nothing more is sent. Any thread. */
    void addDone(Http2Stream stream) {
        Http2Stream before;
        do {
            before = done;
            stream.nextDone = before;
        } while (!DONE.compareAndSet(this, before, stream));
    }

    /** Takes the streams that are done, linked by {@code nextDone}; null if there are none. */
    Http2Stream takeDone() {
        return done == null ? null : (Http2Stream) DONE.getAndSet(this, null);
    }
}
