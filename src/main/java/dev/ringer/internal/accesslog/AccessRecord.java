package dev.ringer.internal.accesslog;

import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;

/**
 * The log data of one exchange. The code that serves the exchange fills the record and gives it to
 * {@code AccessLog.add}. After that, only the writing thread may read the record. A record keeps the request head,
 * unless the head is large. Then it keeps copies of the logged values.
 */
public final class AccessRecord {
    /**
     * The largest request head in bytes that a record keeps. The limit on queued records bounds the memory of such
     * heads.
     */
    static final int SMALL_BYTES = 2048;

    /** The log to which records belong. */
    interface Owner {
        /** Formats a record that began at the given time, in milliseconds since the epoch. Writing thread only. */
        void append(LineBuffer to, AccessRecord record, long begunMillis);

        /** {@return the further fields that lines have} */
        ExtraFields fields();

        /** Counts records that will have no line. */
        void drop(int count);
    }

    // never change after construction
    final Owner log;
    final long number;
    final long begunAt; // in nanoseconds, as System.nanoTime() returns it; the same for all times here
    final InetSocketAddress client;
    final InetSocketAddress server;
    final String tls; // the version of TLS; null in clear text
    private final RequestHead head; // null if there is no head, or it is large
    private LoggedRequest request; // null until the writing thread needs it, if the head is kept

    // the outcome of the exchange
    String user; // the name that an authenticator gave the client; null if there was none
    String reason; // why the server answered instead of the application; null if the application answered
    int status; // 0 if there was no response
    String[] extra; // values of further fields of the response; null if there was none, or no such fields are wanted
    long bytes; // bytes of the response body that the application has written
    private long firstByteAt;
    private long endedAt;
    boolean aborted; // whether the exchange was broken off

    /** Creates the record of an exchange that begins now, whose head was read. */
    AccessRecord(Owner log, long number, RequestHead head, Transport transport, InetSocketAddress client) {
        this(log, number, transport, client, head.size() > SMALL_BYTES ? null : head, null);
        if (this.head == null) {
            request = LoggedRequest.of(head, log.fields());
        }
    }

    /**
     * Creates the record of an exchange that begins now. Its head was not read: only its first line is known, or a part
     * of it.
     */
    AccessRecord(Owner log, long number, String line, Transport transport) {
        this(log, number, transport, transport.remoteAddress(), null, LoggedRequest.unread(line));
    }

    private AccessRecord(
            Owner log,
            long number,
            Transport transport,
            InetSocketAddress client,
            RequestHead head,
            LoggedRequest request) {
        this.log = log;
        this.number = number;
        this.begunAt = System.nanoTime();
        this.client = client;
        this.server = transport.localAddress();
        SSLSession session = transport.tlsSession();
        this.tls = session == null ? null : session.getProtocol();
        this.head = head;
        this.request = request;
    }

    /** {@return the number of the exchange, from 1 on, unique within a server} */
    public long number() {
        return number;
    }

    /** Stores the name that an authenticator gave the client. */
    public void user(String name) {
        user = name == null ? null : BoundedText.of(name);
    }

    /** Stores why the server answered instead of the application, as the name of a constant. */
    public void reason(String name) {
        reason = name;
    }

    /** Stores the status code, because the response has begun. */
    public void status(int code) {
        status = code;
    }

    /** Stores the wanted fields of a response that has begun. */
    public void fields(ResponseFields fields) {
        if (!log.fields().ofResponse().isEmpty()) {
            extra = log.fields().of(fields);
        }
    }

    /** Adds to the number of bytes of the response body that the application has written. */
    public void addBytes(long count) {
        bytes += count;
    }

    /** Notes that bytes may have been sent. If the response has begun, the first byte counts as sent. */
    public void mayHaveSent() {
        if (firstByteAt == 0 && status != 0) {
            firstByteAt = System.nanoTime();
        }
    }

    /** Stores the end of the exchange, which is now. {@code inOrder} is false if the exchange was broken off. */
    public void end(boolean inOrder) {
        endedAt = System.nanoTime();
        aborted = !inOrder;
        if (firstByteAt == 0 && inOrder) {
            firstByteAt = endedAt;
        }
    }

    // ---- for the writing thread

    LoggedRequest request() {
        if (request == null) {
            request = LoggedRequest.of(head, log.fields());
        }
        return request;
    }

    /**
     * Returns the most bytes that copied values take: those of wanted fields of the response, and those of the request
     * unless the record keeps a small head instead.
     */
    int largeBytes() {
        ExtraFields fields = log.fields();
        int ofRequest = LoggedRequest.MAX_BYTES + fields.ofRequest().size() * BoundedText.MAX;
        return (head == null ? ofRequest : 0) + fields.ofResponse().size() * BoundedText.MAX;
    }

    /** Returns how long the client waited for the first byte, in nanoseconds; −1 if there was none. */
    long firstByteNanos() {
        return firstByteAt == 0 ? -1 : firstByteAt - begunAt;
    }

    /** Returns how long the exchange took, in nanoseconds. */
    long nanos() {
        return endedAt - begunAt;
    }
}
