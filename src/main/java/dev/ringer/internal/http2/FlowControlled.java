package dev.ringer.internal.http2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Something that is sent on a stream. Its content leaves when the stream's flow-control window allows it, and when it
 * has its turn.
 */
abstract class FlowControlled extends Outgoing implements SendWindow {
    private static final byte NOT_ORDERED = -1;

    private static final VarHandle WINDOW_CHANGE;

    static {
        try {
            WINDOW_CHANGE = MethodHandles.lookup().findVarHandle(FlowControlled.class, "windowChange", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int id;
    private volatile int windowChange;
    private volatile byte priority;
    // The priority under which the send order has the stream. Owned by the sending thread.
    private byte orderPriority = NOT_ORDERED;

    FlowControlled(int id, int priority) {
        this.id = id;
        this.priority = (byte) priority;
    }

    /** Returns the number of the stream. */
    final int id() {
        return id;
    }

    @Override
    public final int windowChange() {
        return windowChange;
    }

    @Override
    public final void changeWindow(int octets) {
        WINDOW_CHANGE.getAndAdd(this, octets);
    }

    /** Returns the priority, packed as in {@link Priority}. Any thread. */
    final int priority() {
        return priority;
    }

    /** Changes the priority. Loop thread only. */
    final void priority(int newPriority) {
        priority = (byte) newPriority;
    }

    // ---- for the send order, on the sending thread

    /** Whether the send order has the stream. */
    final boolean ordered() {
        return orderPriority != NOT_ORDERED;
    }

    /** Returns the priority under which the send order has the stream. */
    final int orderPriority() {
        return orderPriority;
    }

    /** Notes that the send order has the stream under this priority from now on. */
    final void enterOrder(int byPriority) {
        orderPriority = (byte) byPriority;
    }

    /** Notes that the send order no longer has the stream. */
    final void leaveOrder() {
        orderPriority = NOT_ORDERED;
    }
}
