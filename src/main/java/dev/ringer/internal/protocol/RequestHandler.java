package dev.ringer.internal.protocol;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.nio.ByteBuffer;

/** Takes complete request heads from a protocol. */
public interface RequestHandler {
    /**
     * Checks whether the limits allow one more exchange, whose request head is complete. Loop only.
     *
     * @param stream the request
     * @return null if the exchange is allowed; the caller must then call {@link #admit}. Otherwise the limit that
     *     refuses the exchange. The protocol then answers 503 itself, even while all handlers are busy, and calls
     *     {@link #onRefused}
     */
    Limit limitReached(HttpStream stream);

    /**
     * Begins an exchange that {@link #limitReached} has allowed. Loop only.
     *
     * @param stream the request, which is also a task that calls {@link #onRequest} with itself
     * @return the task for {@link Loop#runApplication}, usually the stream
     */
    <S extends HttpStream & Runnable> Runnable admit(S stream);

    /**
     * Handles an admitted request. Called once for each stream. May run a handler. When this method returns, the
     * request may have ended, or another thread may own it.
     */
    void onRequest(HttpStream stream);

    /**
     * Called when the protocol itself ends a request, without a call of {@link #onRequest}. Loop only, before the
     * answer leaves.
     *
     * @param status the status of the answer; 0 if there is none, because the client has left or is cut off
     * @param length the length of the answer's content, in bytes
     * @param reason the name of the violated rule or limit, for logs; null for none
     */
    default void onRefused(HttpStream stream, int status, int length, String reason) {}

    /**
     * Called when the protocol itself answers a request with an invalid head. Loop only, before the answer leaves.
     *
     * @param received the bytes of the request that have arrived; empty if they are not known
     * @param length the length of the answer's content, in bytes
     */
    default void onRefused(Transport transport, ByteBuffer received, Violation violation, int length) {}

    /**
     * Returns the counts of the server. Protocols count there the requests that they refuse and the clients that they
     * cut off.
     */
    ServerCounts counts();

    /**
     * Whether handlers run on the loop thread, within {@link #onRequest}. If not, they run on threads of an executor.
     */
    boolean runsOnLoop();

    /**
     * Whether a handler of this process may give a stream to another protocol. HTTP/2 announces this to its clients.
     */
    default boolean switchesProtocols() {
        return false;
    }

    /** Whether somebody has asked the server to stop, so that no connection may stay open. */
    boolean stopping();
}
