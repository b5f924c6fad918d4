package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.ServerCounts;
import java.nio.ByteBuffer;

/** What a protocol gives complete request heads to. */
public interface RequestHandler {
    /**
     * Lets one more exchange begin, whose request head is complete. Loop only.
     *
     * @param stream the request; as a task it is to call {@link #onRequest} with itself
     * @return the task that is to be given to {@link Loop#runApplication}, most often the stream; null if there are too many
     *     exchanges: then the protocol answers 503 itself, even while all handlers are busy, and says so by {@link #onRefused}
     */
    <S extends HttpStream & Runnable> Runnable admit(S stream);

    /**
     * Takes a request that was admitted, once for each stream: it may run a handler.
     *
     * @param stream the request; it may have ended, or be in other hands, when this returns
     */
    void onRequest(HttpStream stream);

    /**
     * A request gets an answer of the protocol's own, and {@link #onRequest} does not hear of it. Loop only, before the answer leaves.
     *
     * @param stream the request
     * @param status the status code
     * @param length of the answer's content, in bytes
     * @param reason a constant's name, for logs; null for none
     */
    default void onRefused(HttpStream stream, int status, int length, String reason) {}

    /**
     * The same for a request whose head could not be read. Loop only, before the answer leaves.
     *
     * @param transport the connection
     * @param received what has come of it; nothing, if it is not known
     * @param violation what is wrong with it
     * @param length of the answer's content, in bytes
     */
    default void onRefused(Transport transport, ByteBuffer received, Violation violation, int length) {}

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
     * Whether a handler may give a stream to another protocol, so that clients which must be told before they ask are told.
     *
     * @return true once a handler is known that does
     */
    default boolean switchesProtocols() {
        return false;
    }

    /**
     * Whether the server is about to stop, so that no connection is kept.
     *
     * @return true from the moment that a stop was asked for
     */
    boolean stopping();
}
