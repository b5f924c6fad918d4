package dev.ringer.internal.http2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What is sent on a stream: its content leaves as the stream's window lets it, and when it is its turn. */
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
    private byte orderPriority = NOT_ORDERED; // the sender's: the priority by which the send order knows it

    FlowControlled(int id, int priority) {
        this.id = id;
        this.priority = (byte) priority;
    }

    /** The number of the stream. */
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

    /** The priority, by {@link Priority}. Any thread. */
    final int priority() {
        return priority;
    }

    /** Changes the priority. Loop only. */
    final void priority(int newPriority) {
        priority = (byte) newPriority;
    }

    // ---- for the send order, on the thread that sends

    /** Whether the send order knows it. */
    final boolean ordered() {
        return orderPriority != NOT_ORDERED;
    }

    /** The priority by which the send order knows it. */
    final int orderPriority() {
        return orderPriority;
    }

    /** The send order knows it by this priority from now on. */
    final void enterOrder(int byPriority) {
        orderPriority = (byte) byPriority;
    }

    /** The send order knows it no more. */
    final void leaveOrder() {
        orderPriority = NOT_ORDERED;
    }
}
