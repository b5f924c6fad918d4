package dev.ringer.internal.observe;

import java.net.InetSocketAddress;

/** What is recorded of one connection. Bytes are told by the threads that move them, one in each direction; all else by its loop. */
public interface ConnectionRecord {
    /**
     * Bytes have come from the client.
     *
     * @param count as received, TLS included; nothing is counted unless it is positive
     */
    void onReceived(long count);

    /**
     * Bytes have gone to the client.
     *
     * @param count as sent, TLS included; nothing is counted unless it is positive
     */
    void onSent(long count);

    /**
     * A request has come.
     *
     * @param protocol as the API shows it
     */
    void onRequest(String protocol);

    /**
     * It has been closed, once.
     *
     * @param client its other end
     */
    void end(InetSocketAddress client);
}
