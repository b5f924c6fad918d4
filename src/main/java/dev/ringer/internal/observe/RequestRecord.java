package dev.ringer.internal.observe;

/**
 * Records one request, on the thread that handles it. If another thread ends the request, the record may lack the
 * latest data.
 */
public interface RequestRecord {
    /** Records that a thread begins to handle the request. {@code context} is the path of its context. */
    void onEntered(String context);

    /** Records that the response has begun. */
    void onResponse(int status);

    /** Records that the handler has read more bytes of the request's content. */
    void onRead(long count);

    /** Records that the handler has written more bytes of the response's content. */
    void onWritten(long count);

    /**
     * Ends the record, because the request has ended. Called once.
     *
     * @param protocol the protocol, such as {@code HTTP/1.1}
     * @param number the number of the exchange in the access log; 0 for none
     * @param whole false if the exchange was aborted
     */
    void end(String method, String protocol, long number, boolean whole);
}
