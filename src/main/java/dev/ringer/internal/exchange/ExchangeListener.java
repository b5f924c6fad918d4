package dev.ringer.internal.exchange;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Follows one exchange: for the access log, for the Flight Recorder, or for the limit on exchanges.
 * {@link ObservedStream} calls the methods, in the order in which things happen. The thread of the handler calls most
 * of them. Another thread that ends the exchange meanwhile may miss the latest data.
 */
abstract class ExchangeListener {
    private static final VarHandle OVER;

    static {
        try {
            OVER = MethodHandles.lookup().findVarHandle(ExchangeListener.class, "over", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The next listener of the same exchange; null for the last. */
    final ExchangeListener next;

    private volatile boolean over; // whether the listener has noted the end

    ExchangeListener(ExchangeListener next) {
        this.next = next;
    }

    /** Whether the caller is the first to note the end. */
    final boolean tryEnd() {
        return OVER.compareAndSet(this, false, true);
    }

    final boolean over() {
        return over;
    }

    /** A thread takes the request up for the handler of a context. */
    void onEntered(String context) {}

    /** An authenticator has found out who the client is. */
    void onAuthenticated(String user) {}

    /** The handler got bytes of the request's content. */
    void onRead(int count) {}

    /** The final response has begun. */
    void onStatus(int status) {}

    /** The server got bytes of the response's content. */
    void onWritten(long count) {}

    /** What was written so far may have left. */
    void onFlushed() {}

    /** The exchange is about to end with a switch to another protocol. */
    void onSwitching() {}

    /** The exchange is about to end. {@code inOrder} is false if it is broken off, or if its client is gone. */
    void onEnding(boolean inOrder) {}

    /** The exchange has ended. {@code whole} is false if it was broken off. */
    void onEnded(boolean whole) {}

    /** The handler has returned. The exchange may have ended, perhaps because the protocol ended it. */
    void onHandlerReturned(boolean ended, boolean disconnected) {}
}
