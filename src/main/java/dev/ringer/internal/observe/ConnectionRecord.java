package dev.ringer.internal.observe;

import java.net.InetSocketAddress;
import java.util.function.Consumer;

/**
 * Records one connection for the Flight Recorder. The thread that reads from the connection calls {@link #onReceived},
 * and the thread that writes calls {@link #onSent}. The loop of the connection calls the other methods.
 */
public final class ConnectionRecord {
    private final Consumer<ConnectionRecord> event;
    private long received;
    private long sent;
    private long requests;
    private String protocol;
    private InetSocketAddress client;

    /** Begins the record. {@code event} receives it when the connection was closed. */
    public ConnectionRecord(Consumer<ConnectionRecord> event) {
        this.event = event;
    }

    /**
     * Adds bytes that were received from the client, including the bytes of TLS. Ignores a {@code count} that is not
     * positive.
     */
    public void onReceived(long count) {
        if (count > 0) {
            received += count;
        }
    }

    /**
     * Adds bytes that were sent to the client, including the bytes of TLS. Ignores a {@code count} that is not
     * positive.
     */
    public void onSent(long count) {
        if (count > 0) {
            sent += count;
        }
    }

    /** Counts a request on this connection. {@code spoken} is its protocol, for example {@code HTTP/1.1}. */
    public void onRequest(String spoken) {
        requests++;
        protocol = spoken;
    }

    /** Completes the record, because the connection was closed. Called once. */
    public void end(InetSocketAddress address) {
        client = address;
        event.accept(this);
    }

    public long received() {
        return received;
    }

    public long sent() {
        return sent;
    }

    public long requests() {
        return requests;
    }

    /** Returns the protocol of the last request; null if there was none. */
    public String protocol() {
        return protocol;
    }

    public InetSocketAddress client() {
        return client;
    }
}
