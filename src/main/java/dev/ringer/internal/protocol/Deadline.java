package dev.ringer.internal.protocol;

import dev.ringer.internal.time.TimerWheel;

/**
 * Something that a connection must do at a time, of which it may have any number. Owned by the loop: other threads leave a
 * time where {@link #onDeadline} finds it, and are looked after when the deadline is met.
 */
public abstract class Deadline extends TimerWheel.Entry {
    private final Transport transport;

    /**
     * A deadline that is never met until {@link Loop#schedule} says when.
     *
     * @param transport whose connection it is; after its end no deadline is met
     */
    protected Deadline(Transport transport) {
        this.transport = transport;
    }

    /**
     * The connection.
     *
     * @return as given
     */
    protected final Transport transport() {
        return transport;
    }

    /** The time has come; the deadline is not met again unless it is set again. On the loop. */
    protected abstract void onDeadline();

    @Override
    public final void expire() {
        if (transport.closed()) {
            return;
        }
        try {
            onDeadline();
        } catch (Throwable fault) { // of this connection alone
            transport.fail(fault);
        }
    }
}
