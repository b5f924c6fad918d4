package dev.ringer.internal.accesslog;

import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.Transport;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;

/**
 * What is to be written of one exchange. Filled by those who serve it, then given to {@link AccessLog#add}, after which only the
 * thread that writes may look at it. It keeps the request's head, unless that is large: then copies of what is said of it.
 */
public final class AccessRecord {
    /** What a record of this size holds is covered by the number of records that may wait. */
    static final int SMALL_BYTES = 2048;

    // fixed
    final AccessLog log;
    final long number;
    final long begunAt; // in nanoTime's terms, as all times here
    final InetSocketAddress client;
    final InetSocketAddress server;
    final String tls; // the version; null in the clear
    private final RequestHead head; // null if there is none, or it is large
    private LoggedRequest request; // of such a head; else made when it is asked for

    // what became of it
    private String user;
    private String reason;
    private int status;
    private long bytes;
    private long firstByteAt;
    private long endedAt;
    private boolean aborted;

    /** An exchange begins now, whose head was read. */
    AccessRecord(AccessLog log, RequestHead head, Transport transport, InetSocketAddress client) {
        this(log, transport, client, head.size() > SMALL_BYTES ? null : head, null);
        if (this.head == null) {
            request = LoggedRequest.of(head);
        }
    }

    /** An exchange begins now, of which only a part of the first line may be known. */
    AccessRecord(AccessLog log, String line, Transport transport) {
        this(log, transport, transport.remoteAddress(), null, LoggedRequest.unread(line));
    }

    private AccessRecord(
            AccessLog log, Transport transport, InetSocketAddress client, RequestHead head, LoggedRequest request) {
        this.log = log;
        this.number = log.nextNumber();
        this.begunAt = System.nanoTime();
        this.client = client;
        this.server = transport.localAddress();
        SSLSession session = transport.tlsSession();
        this.tls = session == null ? null : session.getProtocol();
        this.head = head;
        this.request = request;
    }

    /**
     * The number of the exchange.
     *
     * @return from 1 on, each once for a server
     */
    public long number() {
        return number;
    }

    /**
     * Somebody has authenticated the client.
     *
     * @param name as whom
     */
    public void user(String name) {
        user = name == null ? null : LoggedRequest.bounded(name);
    }

    /**
     * Why the server answered in place of the application.
     *
     * @param name a constant's
     */
    public void reason(String name) {
        reason = name;
    }

    /**
     * The response has begun.
     *
     * @param code its status code
     */
    public void status(int code) {
        status = code;
    }

    /**
     * More of the body was given to the server.
     *
     * @param count how many bytes
     */
    public void addBytes(long count) {
        bytes += count;
    }

    /** Bytes may have left: the first ones have, if there are any. */
    public void mayHaveSent() {
        if (firstByteAt == 0 && status != 0) {
            firstByteAt = System.nanoTime();
        }
    }

    /**
     * The exchange has ended, now.
     *
     * @param inOrder false if it was broken off
     */
    public void end(boolean inOrder) {
        endedAt = System.nanoTime();
        aborted = !inOrder;
        if (firstByteAt == 0 && inOrder) {
            firstByteAt = endedAt;
        }
    }

    // ---- for the thread that writes

    LoggedRequest request() {
        if (request == null) {
            request = LoggedRequest.of(head);
        }
        return request;
    }

    /** How much it holds beyond what every record may; 0 for a small one. */
    int largeBytes() {
        return head == null ? LoggedRequest.MAX_BYTES : 0;
    }

    /** The name that an authenticator gave the client; null if there was none. */
    String user() {
        return user;
    }

    /** Null where the application answered. */
    String reason() {
        return reason;
    }

    /** 0 if there was no response. */
    int status() {
        return status;
    }

    /** How much of a body was given to the server. */
    long bytes() {
        return bytes;
    }

    /** How long the client waited for the first byte, in nanoseconds; −1 if there was none. */
    long firstByteNanos() {
        return firstByteAt == 0 ? -1 : firstByteAt - begunAt;
    }

    /** How long it took, in nanoseconds. */
    long nanos() {
        return endedAt - begunAt;
    }

    /** Whether it was broken off. */
    boolean aborted() {
        return aborted;
    }
}
