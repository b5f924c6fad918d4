package dev.ringer.internal.http2;

import java.util.Arrays;

/**
 * Decides which stream of a connection sends content next (RFC 9218, 10). It has the numbers and priorities of the
 * streams that have content and may send this content now. In a turn a stream sends at most {@link #TURN} octets.
 *
 * <ul>
 *   <li>Streams of the highest urgency go first. But one turn in {@link #RELIEF} goes to a stream of lower urgency, so
 *       that no stream starves.
 *   <li>Incremental streams of the same urgency take turns. Other streams of that urgency are sent one after the other,
 *       by their numbers. The first of these other streams takes part in the turns until it has no content left.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class SendOrder {
    /** The most octets of content in a turn. */
    static final int TURN = 16 * 1024;

    /** One turn in this many goes to a stream that is not of the highest urgency. */
    static final int RELIEF = 16;

    private final Level[] levels = new Level[Priority.LEVELS]; // by urgency; null for a level without streams
    private int occupied; // has a bit for each level with streams
    private int turns; // turns of the highest level while a lower one waited
    private int lastRelieved; // the lower level that had a turn last

    /** Streams of the same urgency. */
    private static final class Level {
        private static final int FIRST_LENGTH = 4;

        private int[] taking = new int[FIRST_LENGTH]; // incremental streams, which take turns; the next one is first
        private int takingCount;
        private int[] waiting = new int[FIRST_LENGTH]; // the other streams, by their numbers
        private int waitingCount;
        private int turnsOfOthers = Integer.MAX_VALUE; // turns of incremental streams since the last one of waiting[0]

        void add(int streamId, boolean incremental) {
            if (incremental) {
                taking = withRoom(taking, takingCount);
                taking[takingCount++] = streamId;
                return;
            }
            waiting = withRoom(waiting, waitingCount);
            int place = -1 - Arrays.binarySearch(waiting, 0, waitingCount, streamId);
            System.arraycopy(waiting, place, waiting, place + 1, waitingCount - place);
            waiting[place] = streamId;
            waitingCount++;
        }

        private static int[] withRoom(int[] streams, int count) {
            return count < streams.length ? streams : Arrays.copyOf(streams, 2 * count);
        }

        boolean remove(int streamId, boolean incremental) {
            if (incremental) {
                int place = indexOf(taking, takingCount, streamId);
                if (place < 0) {
                    return false;
                }
                System.arraycopy(taking, place + 1, taking, place, --takingCount - place);
                return true;
            }
            int place = Arrays.binarySearch(waiting, 0, waitingCount, streamId);
            if (place < 0) {
                return false;
            }
            System.arraycopy(waiting, place + 1, waiting, place, --waitingCount - place);
            return true;
        }

        private static int indexOf(int[] streams, int count, int streamId) {
            for (int i = 0; i < count; i++) {
                if (streams[i] == streamId) {
                    return i;
                }
            }
            return -1;
        }

        boolean isEmpty() {
            return takingCount + waitingCount == 0;
        }

        int next() {
            if (waitingCount > 0 && turnsOfOthers >= takingCount) {
                turnsOfOthers = 0;
                return waiting[0];
            }
            turnsOfOthers = waitingCount > 0 ? turnsOfOthers + 1 : Integer.MAX_VALUE;
            int streamId = taking[0];
            System.arraycopy(taking, 1, taking, 0, takingCount - 1);
            taking[takingCount - 1] = streamId;
            return streamId;
        }
    }

    /**
     * Adds a stream that has something to send now.
     *
     * @param priority packed as in {@link Priority}
     */
    void add(int streamId, int priority) {
        int urgency = Priority.urgency(priority);
        if (levels[urgency] == null) {
            levels[urgency] = new Level();
        }
        levels[urgency].add(streamId, Priority.incremental(priority));
        occupied |= 1 << urgency;
    }

    /** Removes a stream that cannot send now. Returns false if it was not in the order. */
    boolean remove(int streamId, int priority) {
        int urgency = Priority.urgency(priority);
        Level level = levels[urgency];
        if (level == null || !level.remove(streamId, Priority.incremental(priority))) {
            return false;
        }
        if (level.isEmpty()) {
            levels[urgency] = null;
            occupied &= ~(1 << urgency);
        }
        return true;
    }

    /** Changes the priority of a stream, if it is in the order. */
    void reprioritize(int streamId, int before, int after) {
        if (before != after && remove(streamId, before)) {
            add(streamId, after);
        }
    }

    boolean isEmpty() {
        return occupied == 0;
    }

    /** Returns the stream that has the next turn; 0 if there is none. The stream stays in the order. */
    int next() {
        if (occupied == 0) {
            return 0;
        }
        int highest = Integer.numberOfTrailingZeros(occupied);
        int lower = occupied & occupied - 1;
        if (lower == 0) {
            turns = 0;
        } else if (++turns == RELIEF) {
            turns = 0;
            return levels[relieved(lower)].next();
        }
        return levels[highest].next();
    }

    /** Returns the lower level that has the next turn. The lower levels take turns. */
    private int relieved(int lower) {
        int behind = lower & -2 << lastRelieved;
        lastRelieved = Integer.numberOfTrailingZeros(behind != 0 ? behind : lower);
        return lastRelieved;
    }
}
