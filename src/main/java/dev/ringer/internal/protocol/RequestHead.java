package dev.ringer.internal.protocol;

import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.FieldLines;
import java.util.List;

/**
 * A valid request head of any protocol: method, target and field lines. Immutable. {@code toString} returns method,
 * target and protocol, for logs.
 */
public interface RequestHead extends FieldLines {
    /** Returns the method as the client sent it. */
    String method();

    RequestTarget target();

    /** Returns the protocol with its version as the JDK's API shows it, such as {@code HTTP/1.1}. */
    String protocol();

    /** Returns about how many bytes of memory this head takes. */
    int size();

    /** Returns the violations that the server has tolerated in this head; empty on a strict server. */
    List<Violation> tolerated();

    /** Whether a response must announce that the connection stays open, because the request has HTTP/1.0. */
    boolean wantsPersistenceAnnounced();

    /**
     * Returns the transfer coding that a response of unknown length will have, such as {@code chunked}. Null if the
     * response ends when the stream or the connection ends.
     */
    String codingOfStreamedResponse();
}
