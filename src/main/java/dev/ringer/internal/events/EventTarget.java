package dev.ringer.internal.events;

import java.io.IOException;

/** Sends the bytes of one event stream. Thread-safe. */
public interface EventTarget {
    /** Returns an empty comment, encoded. Clients ignore it. */
    static byte[] heartbeat() {
        return new byte[] {':', '\n', '\n'};
    }

    /**
     * Sends bytes. Waits while too many are pending.
     *
     * @param bytes encoded events, never modified afterwards
     * @throws IOException if the stream is closed, or the thread is interrupted while it waits
     */
    void send(byte[] bytes) throws IOException;

    /**
     * Sends bytes unless too many are pending.
     *
     * @param bytes encoded events, never modified afterwards
     * @return false if they were not sent, because of that or because the stream is closed
     */
    boolean trySend(byte[] bytes);

    /** Ends the stream in good order, after what is pending. Does not wait. */
    void close();

    /** Ends the stream at once, so that the client can see that it is cut off. */
    void abort();

    /** Whether bytes can be sent. */
    boolean isOpen();

    /** Returns how many octets wait for the client's socket. */
    long pendingBytes();

    /** Adds an action for the end of the stream. If the stream has ended, runs the action at once. */
    void onClose(Runnable action);
}
