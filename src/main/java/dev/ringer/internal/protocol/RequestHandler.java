package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.ServerCounts;

/** What a protocol gives complete request heads to. */
public interface RequestHandler {
    /**
     * Whether one more exchange may begin. If so, {@link #onRequest} follows, once; if not, the protocol answers 503 itself,
     * however busy handlers are. Loop only.
     *
     * @return false if there are too many
     */
    boolean tryAdmit();

    /**
     * Takes a request that was admitted. To be called through {@link Loop#runApplication}, once for each stream: it may run a handler.
     *
     * @param stream the request; it may have ended, or be in other hands, when this returns
     */
    void onRequest(HttpStream stream);

    /**
     * Where protocols count what they refuse and cut off.
     *
     * @return the server's counts
     */
    ServerCounts counts();

    /**
     * Whether handlers run on the loop's own thread, within {@link #onRequest}.
     *
     * @return false if they run on threads of their own
     */
    boolean runsOnLoop();

    /**
     * Whether the server is about to stop, so that no connection is kept.
     *
     * @return true from the moment that a stop was asked for
     */
    boolean stopping();
}
