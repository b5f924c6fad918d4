package dev.ringer.internal.http2;

import java.util.HashMap;
import java.util.Map;

/**
 * Queues the streams whose content waits to be sent, and returns the stream that has the next turn. It takes no memory
 * while no content waits. Owned by the sending thread.
 */
final class ContentOrder<M extends ContentOrder.Member> {
    private SendOrder order; // null while no content waits
    private Map<Integer, M> streams;

    /** A stream that may be in the queue. */
    interface Member {
        /** The place of a stream that is not in the queue. */
        int NOT_ORDERED = -1;

        /** Returns the number of the stream. */
        int id();

        /** Returns the priority that the stream has now, packed as in {@link Priority}. */
        int priority();

        /**
         * Returns the priority under which the queue has the stream; {@link #NOT_ORDERED} if it is not in the queue.
         */
        int orderedUnder();

        /** Notes the priority under which the queue has the stream. */
        void orderedUnder(int priority);

        /** Whether the minimum rate of responses applies. It does not apply to the content of other protocols. */
        boolean rated();
    }

    /** Returns the stream that has the next turn. The stream stays in the queue, which must not be empty. */
    M next() {
        return streams.get(order.next());
    }

    /** Whether a response waits for its turn. */
    boolean holdsRated() {
        if (streams != null) {
            for (M stream : streams.values()) {
                if (stream.rated()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether no content waits for its turn. */
    boolean isEmpty() {
        return order == null;
    }

    /** Adds a stream. If the stream is in the queue already, updates its priority there. */
    void add(M stream) {
        int priority = stream.priority();
        if (stream.orderedUnder() != Member.NOT_ORDERED) {
            order.reprioritize(stream.id(), stream.orderedUnder(), priority);
            stream.orderedUnder(priority);
            return;
        }
        if (order == null) {
            order = new SendOrder();
            streams = new HashMap<>();
        }
        order.add(stream.id(), priority);
        stream.orderedUnder(priority);
        streams.put(stream.id(), stream);
    }

    /** Removes a stream, if it is in the queue. */
    void remove(M stream) {
        if (stream.orderedUnder() == Member.NOT_ORDERED) {
            return;
        }
        order.remove(stream.id(), stream.orderedUnder());
        stream.orderedUnder(Member.NOT_ORDERED);
        streams.remove(stream.id());
        if (order.isEmpty()) {
            clear();
        }
    }

    /** Removes all streams. */
    void clear() {
        if (streams != null) {
            streams.values().forEach(stream -> stream.orderedUnder(Member.NOT_ORDERED));
        }
        order = null;
        streams = null;
    }
}
