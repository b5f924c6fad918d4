package dev.ringer.internal.observe;

/**
 * Records one request for the Flight Recorder. Called on the thread that handles the request. If another thread ends
 * the request, the record may lack the last changes.
 */
public interface RequestRecord {
    /** Records that a thread begins to handle the request. {@code context} is the path of the request's context. */
    void onEntered(String context);

    /** Records that the response begins, with its status code. */
    void onResponse(int status);

    /** Adds bytes of request content that the handler has read. */
    void onRead(long count);

    /** Adds bytes of response content that the handler has written. */
    void onWritten(long count);

    /**
     * Completes the record, because the request has ended. Called once.
     *
     * @param protocol the protocol, such as {@code HTTP/1.1}
     * @param number the number of the exchange in the access log; 0 for none
     * @param whole whether the exchange was completed; false if it was aborted
     */
    void end(String method, String protocol, long number, boolean whole);
}
