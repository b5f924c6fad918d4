package dev.ringer.internal.http2;

import java.util.HashMap;
import java.util.Map;

/**
 * The streams whose content waits for its turn, and whose turn it is. What fits into a turn and meets nobody leaves at once.
 * Owned by the thread that sends; takes no memory while no content waits.
 */
final class ContentOrder {
    private SendOrder order; // null while nothing waits
    private Map<Integer, OutgoingResponse> streams;

    /** Composes content of a stream now if no other waits, and keeps the stream while it has more. */
    void offer(FrameOutput output, OutgoingResponse response) {
        if (response.ordered()) {
            reprioritize(response);
        } else if (response.size() == 0) {
            response.composeContent(output, 0); // the end alone, which needs no window
        } else if (!isEmpty() || compose(output, response)) {
            add(response);
        }
    }

    /** Composes content by turns until there is no room, or nothing more can be sent. */
    void compose(FrameOutput output) {
        while (!isEmpty() && output.roomForContent() > 0 && output.availableWindow(1) > 0) {
            OutgoingResponse response = streams.get(order.next());
            if (!compose(output, response)) {
                remove(response);
            }
        }
    }

    /** Composes a turn; true if the stream is to have another one. */
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
        boolean waits = more && count == 0 && most > 0; // it had its turn, and its window allows nothing
        response.noteWaiting(waits);
        return more && !waits;
    }

    /** Whether content of a response waits for its turn, and not that of other protocols alone. */
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
        response.order(true, response.priority());
        order.add(response.id(), response.orderPriority());
        streams.put(response.id(), response);
    }

    private void reprioritize(OutgoingResponse response) {
        int priority = response.priority();
        order.reprioritize(response.id(), response.orderPriority(), priority);
        response.order(true, priority);
    }

    /** Takes a stream out, if it is in. */
    void remove(OutgoingResponse response) {
        if (!response.ordered()) {
            return;
        }
        order.remove(response.id(), response.orderPriority());
        response.order(false, Priority.DEFAULT);
        streams.remove(response.id());
        if (order.isEmpty()) {
            clear();
        }
    }

    /** Forgets all streams. */
    void clear() {
        if (streams != null) {
            streams.values().forEach(response -> response.order(false, Priority.DEFAULT));
        }
        order = null;
        streams = null;
    }
}
