package dev.ringer.internal.protocol;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.nio.ByteBuffer;

/** Takes complete request heads from a protocol. */
public interface RequestHandler {
    /**
     * Asks for a place for one more exchange, whose request head is complete. Loop only.
     *
     * @param stream the request
     * @return null if it has a place, and {@link #admit} must follow. Otherwise the limit that refuses it. Then the
     *     protocol itself answers 503, even while all handlers are busy, and calls {@link #onRefused}
     */
    Limit limitReached(HttpStream stream);

    /**
     * Lets an exchange begin that has a place. Loop only.
     *
     * @param stream the request, which is also a task that calls {@link #onRequest} with itself
     * @return the task for {@link Loop#runApplication}, usually the stream
     */
    <S extends HttpStream & Runnable> Runnable admit(S stream);

    /**
     * Takes a request that was admitted, once for each stream. May run a handler. When this returns, the request may
     * have ended, or another thread may own it.
     */
    void onRequest(HttpStream stream);

    /**
     * Called when the protocol itself answers a request, without a call of {@link #onRequest}. Loop only, before the
     * answer leaves.
     *
     * @param length the length of the answer's content, in bytes
     * @param reason the name of a constant, for logs; null for none
     */
    default void onRefused(HttpStream stream, int status, int length, String reason) {}

    /**
     * Called when the protocol itself answers a request with an invalid head. Loop only, before the answer leaves.
     *
     * @param received the bytes of the request that have arrived; empty if they are not known
     * @param length the length of the answer's content, in bytes
     */
    default void onRefused(Transport transport, ByteBuffer received, Violation violation, int length) {}

    /** Returns the counts of the server, where protocols count what they refuse and cut off. */
    ServerCounts counts();

    /**
     * Whether handlers run on the loop thread, within {@link #onRequest}. If not, they run on threads of an executor.
     */
    boolean runsOnLoop();

    /**
     * Whether some known handler may give a stream to another protocol. HTTP/2 announces this to its clients before
     * they may ask for it.
     */
    default boolean switchesProtocols() {
        return false;
    }

    /** Whether somebody has asked the server to stop, so that no connection may stay open. */
    boolean stopping();
}
