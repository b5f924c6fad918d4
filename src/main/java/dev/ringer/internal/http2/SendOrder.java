package dev.ringer.internal.http2;

import java.util.Arrays;

/**
 * Decides which stream of a connection sends content next (RFC 9218, 10). It stores the numbers and priorities of the
 * streams that have content and may send it now. In one turn, a stream sends at most {@link #TURN} octets.
 *
 * <ul>
 *   <li>Streams of the highest urgency send first. But one of {@link #RELIEF} turns goes to a stream of lower urgency.
 *       So no stream starves.
 *   <li>Incremental streams of the same urgency take turns. The other streams of this urgency are sent one after the
 *       other, by their numbers. The first of them takes part in the turns until it has no content left.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class SendOrder {
    /** The most octets of content that a stream sends in one turn. */
    static final int TURN = 16 * 1024;

    /** One of this many turns goes to a stream that is not of the highest urgency. */
    static final int RELIEF = 16;

    private final Level[] levels = new Level[Priority.LEVELS]; // streams by urgency; null if no stream has that urgency
    private int occupied; // bit set of the urgencies that streams have
    private int turns; // turns of the highest urgency since a lower one had a turn or began to wait
    private int lastRelieved; // the urgency below the highest that had a turn last

    /** The streams of one urgency. */
    private static final class Level {
        private static final int FIRST_LENGTH = 4;

        private int[] taking = new int[FIRST_LENGTH]; // numbers of the incremental streams, in the order of their turns
        private int takingCount;
        private int[] waiting = new int[FIRST_LENGTH]; // numbers of the non-incremental streams, in ascending order
        private int waitingCount;
        private int turnsOfOthers = Integer.MAX_VALUE; // incremental turns since the last non-incremental turn

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
     * @param priority the priority, packed as in {@link Priority}
     */
    void add(int streamId, int priority) {
        int urgency = Priority.urgency(priority);
        if (levels[urgency] == null) {
            levels[urgency] = new Level();
        }
        levels[urgency].add(streamId, Priority.incremental(priority));
        occupied |= 1 << urgency;
    }

    /** Removes a stream that cannot send now. Returns false if this object did not have it. */
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

    /** Changes the priority of a stream, if this object has it. */
    void reprioritize(int streamId, int before, int after) {
        if (before != after && remove(streamId, before)) {
            add(streamId, after);
        }
    }

    boolean isEmpty() {
        return occupied == 0;
    }

    /** Returns the number of the stream that has the next turn; 0 if there is none. The stream is not removed. */
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

    /**
     * Returns the level below the most urgent one that may send next. All such levels take turns.
     *
     * @param lower one bit for each of these levels that has streams
     */
    private int relieved(int lower) {
        int behind = lower & -2 << lastRelieved;
        lastRelieved = Integer.numberOfTrailingZeros(behind != 0 ? behind : lower);
        return lastRelieved;
    }
}
