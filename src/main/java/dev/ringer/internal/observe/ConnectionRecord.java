package dev.ringer.internal.observe;

import java.net.InetSocketAddress;

/**
 * Records one connection. The thread that reads calls {@link #onReceived}, and the thread that writes calls
 * {@link #onSent}. The loop of the connection calls the other methods.
 */
public interface ConnectionRecord {
    /**
     * Records bytes received from the client, including the bytes of TLS. Ignores a {@code count} that is not positive.
     */
    void onReceived(long count);

    /** Records bytes sent to the client, including the bytes of TLS. Ignores a {@code count} that is not positive. */
    void onSent(long count);

    /** Records a request with its protocol, such as {@code HTTP/1.1}. */
    void onRequest(String protocol);

    /** Ends the record, because the connection has been closed. Called once. */
    void end(InetSocketAddress client);
}
