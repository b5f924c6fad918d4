package dev.ringer.internal.events;

import java.io.IOException;

/** Sends the bytes of one event stream. Thread-safe. */
public interface EventTarget {
    /** Returns an empty comment, encoded. Clients ignore it. */
    static byte[] heartbeat() {
        return new byte[] {':', '\n', '\n'};
    }

    /**
     * Sends bytes. Waits while too many bytes are pending.
     *
     * @param bytes encoded events, never modified afterwards
     * @throws IOException if the stream is closed, or the thread is interrupted while it waits
     */
    void send(byte[] bytes) throws IOException;

    /**
     * Sends bytes unless too many bytes are pending.
     *
     * @param bytes encoded events, never modified afterwards
     * @return false if the bytes were not sent: too many are pending, or the stream is closed
     */
    boolean trySend(byte[] bytes);

    /** Ends the stream in good order, after the pending bytes. Does not wait. */
    void close();

    /** Ends the stream at once. The client can see that the response is cut off. */
    void abort();

    /** Whether bytes can be sent. */
    boolean isOpen();

    /** Returns how many octets wait for the client's socket. */
    long pendingBytes();

    /** Adds an action for the end of the stream. If the stream has ended, runs the action at once. */
    void onClose(Runnable action);
}
