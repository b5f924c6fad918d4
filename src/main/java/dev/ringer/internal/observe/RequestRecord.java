package dev.ringer.internal.observe;

/** What is recorded of one request. What is told belongs to the thread that handles it; another that ends it may miss the latest of that. */
public interface RequestRecord {
    /**
     * A thread begins to handle it.
     *
     * @param context the path of the context that it is for
     */
    void onEntered(String context);

    /**
     * The response has begun.
     *
     * @param status its status code
     */
    void onResponse(int status);

    /**
     * More of the request's content was given to the handler.
     *
     * @param count how many bytes
     */
    void onRead(long count);

    /**
     * More of the response's content was given to the server.
     *
     * @param count how many bytes
     */
    void onWritten(long count);

    /**
     * It has ended, once.
     *
     * @param method of the request
     * @param protocol of the request, as the API shows it
     * @param number of the exchange, 0 for none
     * @param whole false if it was broken off
     */
    void end(String method, String protocol, long number, boolean whole);
}
