package dev.ringer.internal.events;

import java.io.IOException;

/** Sends the bytes of one event stream. Thread-safe. */
public interface EventTarget {
    /** Returns an encoded comment without text. Clients ignore it. */
    static byte[] heartbeat() {
        return new byte[] {':', '\n', '\n'};
    }

    /**
     * Sends bytes. Waits if these bytes and those that wait to be sent exceed the stream's limit on pending bytes.
     *
     * @param bytes encoded events, which the caller must not modify afterwards
     * @throws IOException if the stream is closed, or the thread is interrupted while it waits
     */
    void send(byte[] bytes) throws IOException;

    /**
     * Sends bytes. On Ringer, this method never waits.
     *
     * @param bytes encoded events, which the caller must not modify afterwards
     * @return false if the bytes were not sent, because {@link #send} would wait or the stream is closed
     */
    boolean trySend(byte[] bytes);

    /** Ends the stream properly, after the bytes that wait to be sent. On Ringer, this method never waits. */
    void close();

    /**
     * Ends the stream immediately, so that the client can see that the response is incomplete. If the provider has no
     * way to do this, ends the stream as {@link #close} does.
     */
    default void abort() {
        close();
    }

    /** Whether events can be sent. */
    boolean isOpen();

    /**
     * Returns the number of octets that wait to be sent to the client; 0 if each sender writes to the client itself.
     */
    default long pendingBytes() {
        return 0;
    }

    /** Adds an action that runs when the stream ends. If the stream has ended already, runs the action immediately. */
    void onClose(Runnable action);
}
