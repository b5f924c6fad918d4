package dev.ringer.internal.observe;

import java.net.InetSocketAddress;

/**
 * Records one connection. The threads that move its bytes, one in each direction, report the bytes. The loop of the
 * connection reports everything else.
 */
public interface ConnectionRecord {
    /**
     * Records bytes received from the client.
     *
     * @param count the number of bytes as received, TLS included; ignored unless positive
     */
    void onReceived(long count);

    /**
     * Records bytes sent to the client.
     *
     * @param count the number of bytes as sent, TLS included; ignored unless positive
     */
    void onSent(long count);

    /**
     * Records a request.
     *
     * @param protocol the protocol, as the API shows it
     */
    void onRequest(String protocol);

    /**
     * Ends the record, because the connection has been closed. Called once.
     *
     * @param client the address of the client
     */
    void end(InetSocketAddress client);
}
