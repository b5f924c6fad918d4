package dev.ringer.internal.http2;

import java.util.HashMap;
import java.util.Map;

/**
 * Queues the streams whose content waits to be sent, and decides which stream has the next turn. Content that fits into
 * one turn leaves at once if no other content waits. Owned by the sending thread. It takes no memory while no content
 * waits.
 */
final class ContentOrder {
    private SendOrder order; // null while no content waits
    private Map<Integer, OutgoingResponse> streams;

    /** Composes content of a stream now if no other content waits. Queues the stream while it has more. */
    void offer(FrameOutput output, OutgoingResponse response) {
        if (response.ordered()) {
            reprioritize(response);
        } else if (response.size() == 0) {
            response.composeContent(output, 0); // only the end of the stream, which needs no window
        } else if (!isEmpty() || compose(output, response)) {
            add(response);
        }
    }

    /** Composes content turn by turn, until the buffer is full or nothing more can be sent. */
    void compose(FrameOutput output) {
        while (!isEmpty() && output.roomForContent() > 0 && output.availableWindow(1) > 0) {
            OutgoingResponse response = streams.get(order.next());
            if (!compose(output, response)) {
                remove(response);
            }
        }
    }

    /** Composes one turn of a stream. Returns true if the stream is to have another turn. */
    private static boolean compose(FrameOutput output, OutgoingResponse response) {
        int room = output.roomForContent();
        int most = output.availableWindow(room);
        int before = output.composed();
        int count = response.composeContent(output, most);
        output.noteComposed(response, before);
        if (count < 0) {
            return false;
        }
        boolean more = response.size() > 0;
        boolean waits = more && count == 0 && most > 0; // it had its turn, but its own window is exhausted
        response.noteWaiting(waits);
        return more && !waits;
    }

    /** Whether content of a response waits for its turn. Content of other protocols does not count. */
    boolean holdsRated() {
        if (streams != null) {
            for (OutgoingResponse response : streams.values()) {
                if (response.rated()) {
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

    private void add(OutgoingResponse response) {
        if (order == null) {
            order = new SendOrder();
            streams = new HashMap<>();
        }
        response.enterOrder(response.priority());
        order.add(response.id(), response.orderPriority());
        streams.put(response.id(), response);
    }

    private void reprioritize(OutgoingResponse response) {
        int priority = response.priority();
        order.reprioritize(response.id(), response.orderPriority(), priority);
        response.enterOrder(priority);
    }

    /** Removes a stream, if it is in the queue. */
    void remove(OutgoingResponse response) {
        if (!response.ordered()) {
            return;
        }
        order.remove(response.id(), response.orderPriority());
        response.leaveOrder();
        streams.remove(response.id());
        if (order.isEmpty()) {
            clear();
        }
    }

    /** Removes all streams. */
    void clear() {
        if (streams != null) {
            streams.values().forEach(FlowControlled::leaveOrder);
        }
        order = null;
        streams = null;
    }
}
