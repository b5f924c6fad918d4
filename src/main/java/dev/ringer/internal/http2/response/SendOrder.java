package dev.ringer.internal.http2.response;

import dev.ringer.internal.http2.flow.Priority;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * Queues the streams of a connection that have response content and may send it now, and chooses the stream that sends
 * next (RFC 9218, 10). In one turn, a stream sends at most {@link #TURN} octets.
 *
 * <ul>
 *   <li>Streams of the highest urgency send first. Of {@link #RELIEF} turns, one goes to a stream of lower urgency, so
 *       that no stream starves.
 *   <li>Incremental streams of the same urgency take turns. Of the other streams of this urgency, only the one with the
 *       lowest number takes part in the turns. So these streams are sent one after the other.
 * </ul>
 *
 * <p>An empty queue takes no memory for streams. Owned by the sending thread.
 */
final class SendOrder {
    /** The most octets of content that a stream sends in one turn. */
    static final int TURN = 16 * 1024;

    /** One of this many turns goes to a stream of lower urgency than the highest one in the queue. */
    static final int RELIEF = 16;

    // Streams by urgency. An element is null if no stream has this urgency. The array is null if the queue is empty.
    private Level[] levels;
    private int occupied; // bit set of the urgencies of all queued streams
    private int turns; // successive turns of the highest urgency, while streams of lower urgency waited
    private int lastRelieved; // the urgency that last had a turn instead of the highest one

    /** The streams of one urgency. */
    private static final class Level {
        private static final Comparator<ResponseSender> BY_NUMBER = Comparator.comparingInt(ResponseSender::id);

        final Queue<ResponseSender> incremental = new ArrayDeque<>(); // in the order of their turns
        final Queue<ResponseSender> others = new PriorityQueue<>(BY_NUMBER);
        int incrementalTurns = Integer.MAX_VALUE; // turns of incremental streams since the last turn of the others

        Collection<ResponseSender> with(int priority) {
            return Priority.incremental(priority) ? incremental : others;
        }

        boolean isEmpty() {
            return incremental.isEmpty() && others.isEmpty();
        }

        ResponseSender any() {
            return incremental.isEmpty() ? others.element() : incremental.element();
        }

        ResponseSender next() {
            if (!others.isEmpty() && incrementalTurns >= incremental.size()) {
                incrementalTurns = 0;
                return others.element();
            }
            incrementalTurns = others.isEmpty() ? Integer.MAX_VALUE : incrementalTurns + 1;
            ResponseSender next = incremental.remove();
            incremental.add(next);
            return next;
        }
    }

    boolean isEmpty() {
        return occupied == 0;
    }

    /** Adds a stream to the queue. If the queue has the stream already, moves the stream to its current priority. */
    void add(ResponseSender stream) {
        int priority = stream.priority();
        if (priority == stream.orderedUnder()) {
            return;
        }
        remove(stream);
        if (levels == null) {
            levels = new Level[Priority.LEVELS];
        }
        int urgency = Priority.urgency(priority);
        if (levels[urgency] == null) {
            levels[urgency] = new Level();
            occupied |= 1 << urgency;
        }
        levels[urgency].with(priority).add(stream);
        stream.orderedUnder(priority);
    }

    /** Removes a stream from the queue, if the queue has it. */
    void remove(ResponseSender stream) {
        int priority = stream.orderedUnder();
        if (priority == ResponseSender.NOT_ORDERED) {
            return;
        }
        int urgency = Priority.urgency(priority);
        levels[urgency].with(priority).remove(stream);
        stream.orderedUnder(ResponseSender.NOT_ORDERED);
        if (levels[urgency].isEmpty()) {
            levels[urgency] = null;
            occupied &= ~(1 << urgency);
        }
        if (occupied == 0) {
            levels = null;
            turns = 0;
        }
    }

    void clear() {
        while (!isEmpty()) {
            remove(levels[Integer.numberOfTrailingZeros(occupied)].any());
        }
    }

    /** Returns the stream that has the next turn, and leaves it in the queue. The queue must not be empty. */
    ResponseSender next() {
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
     * Chooses the urgency that sends instead of the highest one. All lower urgencies with streams take turns.
     *
     * @param lower a bit set of these urgencies
     */
    private int relieved(int lower) {
        int behind = lower & -2 << lastRelieved;
        lastRelieved = Integer.numberOfTrailingZeros(behind != 0 ? behind : lower);
        return lastRelieved;
    }

    /** Whether the queue has a stream to which the minimum rate of responses applies. */
    boolean holdsResponse() {
        for (int urgency = 0; occupied >> urgency != 0; urgency++) {
            Level level = levels[urgency];
            if (level != null && (holdsResponse(level.incremental) || holdsResponse(level.others))) {
                return true;
            }
        }
        return false;
    }

    private static boolean holdsResponse(Queue<ResponseSender> streams) {
        for (ResponseSender stream : streams) {
            if (stream.minRateApplies()) {
                return true;
            }
        }
        return false;
    }
}
