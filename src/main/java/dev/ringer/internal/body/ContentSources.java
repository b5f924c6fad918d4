package dev.ringer.internal.body;

import java.io.InputStream;
import java.util.concurrent.Executor;

/** Finds the way to read the content of a request without a thread, if there is one. */
public final class ContentSources {
    private ContentSources() {}

    /**
     * Returns the content behind the stream from which a handler would read.
     *
     * @param body the request body that the exchange shows
     * @param executor where handlers run on a server of another provider; null if it has none
     * @param close closes the exchange, as an application of another provider does
     * @throws IllegalStateException if the content of this request has been asked for already
     */
    public static ContentSource of(InputStream body, Executor executor, Runnable close) {
        return body instanceof ReceivableBody own ? own.source() : new BlockingSource(body, executor, close);
    }
}
