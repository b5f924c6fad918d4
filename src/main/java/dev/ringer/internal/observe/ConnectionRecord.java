package dev.ringer.internal.observe;

import java.net.InetSocketAddress;

/**
 * Records one connection for the Flight Recorder. The thread that reads from the connection calls {@link #onReceived},
 * and the thread that writes calls {@link #onSent}. The loop of the connection calls the other methods.
 */
public interface ConnectionRecord {
    /**
     * Adds bytes that were received from the client, including the bytes of TLS. Ignores a {@code count} that is not
     * positive.
     */
    void onReceived(long count);

    /**
     * Adds bytes that were sent to the client, including the bytes of TLS. Ignores a {@code count} that is not
     * positive.
     */
    void onSent(long count);

    /** Counts a request on this connection. {@code protocol} is, for example, {@code HTTP/1.1}. */
    void onRequest(String protocol);

    /** Completes the record, because the connection was closed. Called once. */
    void end(InetSocketAddress client);
}
