package dev.ringer.internal.accesslog;

import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.protocol.Transport;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;

/**
 * The values that the access log will have for one exchange. The code that serves the exchange fills the record and
 * gives it to {@code AccessLog.add}. After that, only the writing thread may read the record.
 */
public final class AccessRecord {
    /**
     * The largest request head that a record keeps, in bytes. Of a larger head, it keeps only the values to log. So the
     * limit on the number of queued records also limits their memory.
     */
    static final int SMALL_BYTES = 2048;

    // these fields never change after construction
    final AccessLog.Lines log;
    final long number;
    final long begunAt; // a time of System.nanoTime(), like all times in this class
    final InetSocketAddress client;
    final InetSocketAddress server;
    final String tls; // the version of TLS; null for clear text
    private final RequestHead head; // null if the request head is large or could not be read
    private LoggedRequest request; // the values to log; null before the writing thread reads them from `head`

    // how the exchange went
    String user; // the client's user name, as an authenticator has accepted it; null if there is none
    String reason; // why the server itself sent the response; null if the application sent it
    int status; // status code of the response; 0 if there was no response
    // values of the fields that the operator wants from the response; null if there is no response or no such field
    String[] extra;
    long bytes; // number of bytes that the application has written to the response body
    private long firstByteAt;
    private long endedAt;
    boolean aborted;

    /** Creates the record of an exchange that begins now and whose request head was read. */
    AccessRecord(AccessLog.Lines log, long number, RequestHead head, Transport transport, InetSocketAddress client) {
        this(log, number, transport, client, head.size() > SMALL_BYTES ? null : head, null);
        if (this.head == null) {
            request = LoggedRequest.of(head, log.fields());
        }
    }

    /**
     * Creates the record of an exchange that begins now and whose request head could not be read. {@code line} is the
     * first line of the head, or the part of it that has arrived.
     */
    AccessRecord(AccessLog.Lines log, long number, String line, Transport transport) {
        this(log, number, transport, transport.remoteAddress(), null, LoggedRequest.unread(line));
    }

    private AccessRecord(
            AccessLog.Lines log,
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

    /** {@return the number of the exchange; the first exchange of a server has the number 1} */
    public long number() {
        return number;
    }

    /** Stores the client's user name, which an authenticator has accepted. */
    public void user(String name) {
        user = name == null ? null : BoundedText.of(name);
    }

    /** Stores the name of the broken rule or exceeded limit that makes the server itself send the response. */
    public void reason(String name) {
        reason = name;
    }

    public void status(int code) {
        status = code;
    }

    /** Stores those fields of a response that the operator wants in the log. */
    public void fields(ResponseFields fields) {
        if (!log.fields().ofResponse().isEmpty()) {
            extra = log.fields().of(fields);
        }
    }

    public void addBytes(long count) {
        bytes += count;
    }

    /**
     * Called when bytes may have been sent. The first call after the response has begun sets the time of the first
     * byte.
     */
    public void mayHaveSent() {
        if (firstByteAt == 0 && status != 0) {
            firstByteAt = System.nanoTime();
        }
    }

    /** Stores the current time as the end of the exchange. {@code inOrder} is false if the exchange was aborted. */
    public void end(boolean inOrder) {
        endedAt = System.nanoTime();
        aborted = !inOrder;
        if (firstByteAt == 0 && inOrder) {
            firstByteAt = endedAt;
        }
    }

    // ---- methods for the writing thread

    LoggedRequest request() {
        if (request == null) {
            request = LoggedRequest.of(head, log.fields());
        }
        return request;
    }

    /**
     * Returns the most bytes that the values copied into this record can take. If the record keeps the request head, it
     * copies no values of the request.
     */
    int largeBytes() {
        ExtraFields fields = log.fields();
        int ofRequest = LoggedRequest.MAX_BYTES + fields.ofRequest().size() * BoundedText.MAX;
        return (head == null ? ofRequest : 0) + fields.ofResponse().size() * BoundedText.MAX;
    }

    /**
     * Returns the nanoseconds from the beginning of the exchange to the first byte of the response; −1 if there was
     * none.
     */
    long firstByteNanos() {
        return firstByteAt == 0 ? -1 : firstByteAt - begunAt;
    }

    long nanos() {
        return endedAt - begunAt;
    }
}
