package dev.ringer.internal.http2;

import java.util.HashMap;
import java.util.Map;

/**
 * Queues the streams that have response content to send, and chooses the stream that sends next. The queue takes no
 * memory while it is empty. Owned by the sending thread.
 */
final class ContentOrder<M extends ContentOrder.Member> {
    private SendOrder order; // the queue; null while it is empty
    private Map<Integer, M> streams;

    /** A stream that this queue can contain. */
    interface Member {
        /** The value of {@link #orderedUnder()} for a stream that is not in the queue. */
        int NOT_ORDERED = -1;

        /** Returns the number of the stream. */
        int id();

        /** Returns the current priority of the stream, packed as in {@link Priority}. */
        int priority();

        /**
         * Returns the priority that the stream had when it was added to the queue; {@link #NOT_ORDERED} if it is not in
         * the queue.
         */
        int orderedUnder();

        /** Stores the priority with which the stream was added to the queue. */
        void orderedUnder(int priority);

        /**
         * Whether the minimum rate of responses applies to the stream. It does not apply to a WebSocket, for example.
         */
        boolean minRateApplies();
    }

    /** Returns the stream that sends next. The stream stays in the queue, which must not be empty. */
    M next() {
        return streams.get(order.next());
    }

    /** Whether the queue has a stream to which the minimum rate of responses applies. */
    boolean holdsResponse() {
        if (streams != null) {
            for (M stream : streams.values()) {
                if (stream.minRateApplies()) {
                    return true;
                }
            }
        }
        return false;
    }

    boolean isEmpty() {
        return order == null;
    }

    /** Adds a stream to the queue. If the queue already has this stream, updates the priority of the stream. */
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

    /** Removes a stream from the queue, if the queue has it. */
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

    void clear() {
        if (streams != null) {
            streams.values().forEach(stream -> stream.orderedUnder(Member.NOT_ORDERED));
        }
        order = null;
        streams = null;
    }
}
