package dev.ringer.internal.protocol;

import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.FieldLines;
import java.util.List;

/**
 * A valid request head of any protocol: method, target and field lines. Immutable. Its string form, for logs, has
 * method, target and protocol.
 */
public interface RequestHead extends FieldLines {
    /** Returns the method as the client has sent it. */
    String method();

    /** Returns the target, never null. */
    RequestTarget target();

    /** Returns the protocol and its version, as the API shows them, such as {@code HTTP/1.1}. */
    String protocol();

    /** Returns about how many bytes of memory the head takes. */
    int size();

    /** Returns the violations that the server has tolerated in this head; empty on a strict server. */
    List<Violation> tolerated();

    /** Whether the response must announce that the connection stays open. True for HTTP/1.0. */
    boolean wantsPersistenceAnnounced();

    /**
     * Returns the transfer coding of a response whose length is unknown when it begins, such as {@code chunked}. Null
     * if the response ends with the stream or the connection.
     */
    String codingOfStreamedResponse();
}
