package dev.ringer.internal.observe;

import java.util.function.Consumer;

/**
 * Records one request for the Flight Recorder. Called on the thread that handles the request. If another thread ends
 * the request, the record may lack the last changes.
 */
public final class RequestRecord {
    private final Consumer<RequestRecord> event;
    private final long begunAt = System.nanoTime(); // the time when the exchange began
    private String context; // null if no thread handles the request yet
    private long enteredAt;
    private int status; // 0 if the response has not begun
    private long respondedAt;
    private long bytesRead;
    private long bytesWritten;
    private long endedAt;
    private String method;
    private String protocol;
    private long number;
    private boolean whole;

    /** Begins the record. {@code event} receives it when the request has ended. */
    public RequestRecord(Consumer<RequestRecord> event) {
        this.event = event;
    }

    /** Records that a thread begins to handle the request. {@code path} is the path of the request's context. */
    public void onEntered(String path) {
        context = path;
        enteredAt = System.nanoTime();
    }

    /** Records that the response begins, with its status code. */
    public void onResponse(int code) {
        status = code;
        respondedAt = System.nanoTime();
    }

    /** Adds bytes of request content that the handler has read. */
    public void onRead(long count) {
        bytesRead += count;
    }

    /** Adds bytes of response content that the handler has written. */
    public void onWritten(long count) {
        bytesWritten += count;
    }

    /**
     * Completes the record, because the request has ended. Called once.
     *
     * @param ofProtocol the protocol, such as {@code HTTP/1.1}
     * @param logNumber the number of the exchange in the access log; 0 for none
     * @param complete whether the exchange was completed; false if it was aborted
     */
    public void end(String ofMethod, String ofProtocol, long logNumber, boolean complete) {
        endedAt = System.nanoTime();
        method = ofMethod;
        protocol = ofProtocol;
        number = logNumber;
        whole = complete;
        event.accept(this);
    }

    public String method() {
        return method;
    }

    public String protocol() {
        return protocol;
    }

    /** Returns the path of the request's context; null if no thread has handled the request. */
    public String context() {
        return context;
    }

    /** Returns the status code of the response; 0 if there was none. */
    public int status() {
        return status;
    }

    /** Returns the number of the exchange in the access log; 0 for none. */
    public long number() {
        return number;
    }

    public long bytesRead() {
        return bytesRead;
    }

    public long bytesWritten() {
        return bytesWritten;
    }

    /** Whether the exchange was completed. */
    public boolean whole() {
        return whole;
    }

    /** Returns how long the request has waited for a thread, in nanoseconds. */
    public long queueNanos() {
        return (context == null ? respondedOrEndedAt() : enteredAt) - begunAt;
    }

    /** Returns the time from the end of the queue time until the response began, in nanoseconds. */
    public long handlerNanos() {
        return context == null ? 0 : respondedOrEndedAt() - enteredAt;
    }

    /** Returns the time from the beginning of the response until the end of the exchange, in nanoseconds. */
    public long writeNanos() {
        return endedAt - respondedOrEndedAt();
    }

    private long respondedOrEndedAt() {
        return status == 0 ? endedAt : respondedAt;
    }
}
