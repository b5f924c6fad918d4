package dev.ringer.internal.exchange;

import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.threads.AtomicField;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Observes one exchange for the access log, the Flight Recorder, the request metrics or the limit on exchanges.
 * {@link ExchangeListeners} calls the methods in the order of the events, mostly on the handler's thread. If another
 * thread ends the exchange, that thread may not see the last changes that the handler's thread has made to a listener.
 */
abstract class ExchangeListener {
    private static final VarHandle OVER = AtomicField.of(MethodHandles.lookup(), "over", boolean.class);

    /** The next listener of the same exchange; null if this is the last one. */
    final ExchangeListener next;

    private volatile boolean over; // whether the exchange has ended for this listener

    ExchangeListener(ExchangeListener next) {
        this.next = next;
    }

    /** Records that the exchange ends. Returns true only for the first call. */
    final boolean tryEnd() {
        return OVER.compareAndSet(this, false, true);
    }

    final boolean over() {
        return over;
    }

    /** Called just before the handler. {@code context} is the path of the request's context. */
    void onEntered(String context) {}

    /** Called when an authenticator has accepted the client's user name. */
    void onAuthenticated(String user) {}

    /** Called when the handler has read bytes of the request's content. */
    void onRead(int count) {}

    /** Called when the final response has begun. {@code fields} are those that the application has set. */
    void onStatus(int status, ResponseFields fields) {}

    /** Called when the handler has written bytes of the response's content. */
    void onWritten(long count) {}

    /**
     * Called after a flush, and before a read that may wait: the server may have sent, or is about to send, everything
     * that was written so far.
     */
    void onFlushed() {}

    /** Called when a switch to another protocol is certain, before the client has the answer and the exchange ends. */
    void onSwitching() {}

    /**
     * Called just before the exchange ends. {@code inOrder} is false if the exchange is aborted, or if the client is
     * gone.
     */
    void onEnding(boolean inOrder) {}

    /**
     * Called when the exchange has ended. {@code whole} is false if the exchange was aborted, or if the client was gone
     * before the end of the response.
     */
    void onEnded(boolean whole) {}

    /**
     * Called when the handler has returned. {@code ended} says whether the exchange has ended, and {@code disconnected}
     * whether the client is gone.
     */
    void onHandlerReturned(boolean ended, boolean disconnected) {}
}
