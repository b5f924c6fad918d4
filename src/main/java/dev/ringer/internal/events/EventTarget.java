package dev.ringer.internal.events;

import java.io.IOException;

/** Sends the bytes of one event stream. Thread-safe. */
public interface EventTarget {
    /**
     * Returns an encoded comment without text, which clients ignore. No empty line follows, because many clients would
     * take it for an event without data.
     */
    static byte[] heartbeat() {
        return new byte[] {':', '\n'};
    }

    /**
     * Sends bytes. Waits for the client if the pending bytes, with these, would exceed the stream's limit.
     *
     * @param bytes encoded events, which the caller must not modify afterwards
     * @throws IOException if the stream is closed, or the thread is interrupted while it waits
     */
    void send(byte[] bytes) throws IOException;

    /**
     * Sends bytes, if this is possible without waiting. With another provider than Ringer, this method may wait.
     *
     * @param bytes encoded events, which the caller must not modify afterwards
     * @return false if the bytes were not sent, because {@link #send} would wait or the stream is closed
     */
    boolean trySend(byte[] bytes);

    /** Ends the stream properly, after the bytes that wait to be sent. Waits only with another provider than Ringer. */
    void close();

    /**
     * Ends the stream immediately, so that the client can see that the response is incomplete. If the HTTP server
     * cannot do this, ends the stream as {@link #close} does.
     */
    default void abort() {
        close();
    }

    /** Whether events can be sent. */
    boolean isOpen();

    /**
     * Returns the number of octets that wait to be sent to the client; 0 if {@link #send} always waits until they are
     * sent.
     */
    default long pendingBytes() {
        return 0;
    }

    /** Adds an action that runs when the stream ends. If the stream has ended already, runs the action immediately. */
    void onClose(Runnable action);
}
