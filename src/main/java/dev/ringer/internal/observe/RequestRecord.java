package dev.ringer.internal.observe;

/**
 * Records one request. The data belongs to the thread that handles the request. Another thread that ends the request
 * may miss the latest data.
 */
public interface RequestRecord {
    /**
     * Records that a thread begins to handle the request.
     *
     * @param context the path of the context of the request
     */
    void onEntered(String context);

    /**
     * Records that the response has begun.
     *
     * @param status the status code of the response
     */
    void onResponse(int status);

    /**
     * Records that the handler got more of the request's content.
     *
     * @param count the number of bytes
     */
    void onRead(long count);

    /**
     * Records that the server got more of the response's content.
     *
     * @param count the number of bytes
     */
    void onWritten(long count);

    /**
     * Ends the record, because the request has ended. Called once.
     *
     * @param method the method of the request
     * @param protocol the protocol of the request, as the API shows it
     * @param number the number of the exchange, 0 for none
     * @param whole false if the exchange was broken off
     */
    void end(String method, String protocol, long number, boolean whole);
}
