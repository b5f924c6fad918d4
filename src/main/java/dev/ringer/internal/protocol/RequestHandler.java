package dev.ringer.internal.protocol;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.nio.ByteBuffer;

/** Gets each request from a protocol, when the request head is complete or as much of the body as must precede it. */
public interface RequestHandler {
    /**
     * Checks whether the limits allow one more exchange. Called by the loop when a request head is complete.
     *
     * @param stream the request
     * @return the exceeded limit; null if the exchange is allowed. If the result is null, the caller must call
     *     {@link #admit}. Otherwise, the caller must answer 503 itself and call {@link #onRefused}
     */
    Limit limitReached(HttpStream stream);

    /**
     * Begins an exchange that {@link #limitReached} has allowed. Called by the loop.
     *
     * @param stream the request, whose {@code run} method calls {@link #onRequest}
     * @return the task to give to {@link Loop#runApplication}; usually the stream itself
     */
    <S extends HttpStream & Runnable> Runnable admit(S stream);

    /**
     * Handles a request for which {@link #admit} was called, and may run its handler. Called once for each stream. When
     * this method returns, the request may have ended, or another thread may work on it.
     */
    void onRequest(HttpStream stream);

    /**
     * Called by the loop when the protocol itself ends a request without calling {@link #onRequest}, before the answer
     * is sent.
     *
     * @param status the status of the answer; 0 if there is none, because the connection or stream is closed
     * @param length the length of the answer's content, in bytes
     * @param reason the name of the violated rule or the exceeded limit, for logs; null if there is none
     */
    default void onRefused(HttpStream stream, int status, int length, String reason) {}

    /**
     * Called by the loop when the protocol itself answers a request with an invalid head, before the answer is sent.
     *
     * @param received the bytes of the request that have arrived; empty if they are not known
     * @param length the length of the answer's content, in bytes
     */
    default void onRefused(Transport transport, ByteBuffer received, Violation violation, int length) {}

    /**
     * Returns the statistics, in which protocols count the requests that they refuse, and the clients whose connections
     * they close.
     */
    ServerCounts counts();

    /** Whether {@link #onRequest} runs handlers on the loop thread. If not, an executor runs them. */
    boolean runsOnLoop();

    /**
     * Whether any handler in this process may switch a stream to another protocol. HTTP/2 announces this to its
     * clients.
     */
    default boolean switchesProtocols() {
        return false;
    }

    /**
     * Whether the client of a request may wait for a part of the response before it sends the rest of the body. Called
     * by the loop, before it waits for a body of unknown length. If so, {@link #onRequest} is called at once.
     */
    default boolean streamsBothWays(HttpStream stream) {
        return false;
    }

    /** Whether the server is stopping, so that no connection may stay open. */
    boolean stopping();
}
