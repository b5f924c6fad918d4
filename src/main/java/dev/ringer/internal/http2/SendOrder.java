package dev.ringer.internal.http2;

import java.util.Arrays;

/**
 * Decides which stream of a connection sends content next, among those that have content and may send it (RFC 9218,
 * 10). It knows the streams by their numbers and priorities only. It gives out turns of at most {@link #TURN} octets.
 *
 * <ul>
 *   <li>The highest urgency goes first. But each {@link #RELIEF}th turn goes to a lower one, so that nothing starves.
 *   <li>Streams of the same urgency that the client uses piece by piece take turns. Of the other streams, the one with
 *       the lowest number takes part in these turns until it has nothing left.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class SendOrder {
    /** The most octets of content in a turn. */
    static final int TURN = 16 * 1024;

    static final int RELIEF = 16;

    private final Level[] levels = new Level[Priority.LEVELS]; // each made when it is needed
    private int occupied; // a bit for each level with streams
    private int turns; // turns of the highest level while a lower one waited
    private int lastRelieved;

    /** Streams of the same urgency. */
    private static final class Level {
        private static final int FIRST_LENGTH = 4;

        private int[] taking = new int[FIRST_LENGTH]; // streams that take turns, the next one first
        private int takingCount;
        private int[] waiting = new int[FIRST_LENGTH]; // streams sent one after the other, by their numbers
        private int waitingCount;
        private int turnsOfOthers = Integer.MAX_VALUE; // turns of the streams in taking since waiting[0] had its turn

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

    /** Removes a stream that has nothing to send, has no window or has ended. Returns false if it was not in. */
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

    /** Gives a stream another priority, if it is in. */
    void reprioritize(int streamId, int before, int after) {
        if (before != after && remove(streamId, before)) {
            add(streamId, after);
        }
    }

    boolean isEmpty() {
        return occupied == 0;
    }

    /** Returns the stream that has the next turn; 0 if there is none. The stream stays in until it is removed. */
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

    /** Returns the next one of the lower levels, which take turns. */
    private int relieved(int lower) {
        int behind = lower & -2 << lastRelieved;
        lastRelieved = Integer.numberOfTrailingZeros(behind != 0 ? behind : lower);
        return lastRelieved;
    }
}
