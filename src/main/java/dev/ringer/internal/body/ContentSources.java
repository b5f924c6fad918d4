package dev.ringer.internal.body;

import java.io.InputStream;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;

/** Makes sources of content that comes from a stream, because another provider or a filter shows that stream. */
public final class ContentSources {
    /** The exchanges whose content a thread reads. They are not kept from garbage collection. */
    private static final Set<AutoCloseable> READ =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private ContentSources() {}

    /**
     * Returns the content of a stream. While the reader waits, a thread waits in the stream.
     *
     * @param executor where handlers run on a server of another provider; null if it has none
     * @param exchange the exchange, which a failing application closes
     * @throws IllegalStateException if the content of this request has been asked for already
     */
    public static ContentSource ofStream(InputStream body, Executor executor, AutoCloseable exchange) {
        if (!READ.add(exchange)) {
            throw usedTwice();
        }
        return new BlockingSource(body, executor, exchange);
    }

    /** Returns the exception for content that has a reader already. */
    public static IllegalStateException usedTwice() {
        return new IllegalStateException("the request body is already being read; it can be received only once");
    }
}
