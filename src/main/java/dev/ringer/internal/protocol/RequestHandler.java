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
     * @param stream the request; as a task it must call {@link #onRequest} with itself
     * @return the task for {@link Loop#runApplication}, most often the stream
     */
    <S extends HttpStream & Runnable> Runnable admit(S stream);

    /**
     * Takes a request that was admitted, once for each stream. May run a handler.
     *
     * @param stream the request; when this returns, the request may have ended, or another thread may have it
     */
    void onRequest(HttpStream stream);

    /**
     * Called when the protocol itself answers a request, without a call of {@link #onRequest}. Loop only, before the
     * answer leaves.
     *
     * @param stream the request
     * @param status the status code
     * @param length of the answer's content, in bytes
     * @param reason a constant's name, for logs; null for none
     */
    default void onRefused(HttpStream stream, int status, int length, String reason) {}

    /**
     * Called when the protocol itself answers a request whose head could not be read. Loop only, before the answer
     * leaves.
     *
     * @param transport the connection
     * @param received the bytes of the request that have arrived; empty if they are not known
     * @param violation what is wrong with the request
     * @param length of the answer's content, in bytes
     */
    default void onRefused(Transport transport, ByteBuffer received, Violation violation, int length) {}

    /**
     * Returns the object in which protocols count what they refuse and cut off.
     *
     * @return the server's counts
     */
    ServerCounts counts();

    /**
     * Whether handlers run on the loop thread, within {@link #onRequest}.
     *
     * @return false if they run on threads of their own
     */
    boolean runsOnLoop();

    /**
     * Whether a handler may give a stream to another protocol. Some clients must be told so before they ask for it.
     *
     * @return true once such a handler is known
     */
    default boolean switchesProtocols() {
        return false;
    }

    /**
     * Whether the server is about to stop, so that no connection stays open.
     *
     * @return true from the moment that a stop was asked for
     */
    boolean stopping();
}
