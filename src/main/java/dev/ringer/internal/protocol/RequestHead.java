package dev.ringer.internal.protocol;

import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.FieldLines;
import java.util.List;

/**
 * A request head that has been read and found valid, in any protocol: what was asked for, and the field lines.
 * Immutable. Its string form is for logs: method, target and protocol.
 */
public interface RequestHead extends FieldLines {
    /**
     * Returns the method.
     *
     * @return as sent
     */
    String method();

    /**
     * Returns the target.
     *
     * @return never null
     */
    RequestTarget target();

    /**
     * Returns the protocol and its version, as the API shows them.
     *
     * @return such as {@code HTTP/1.1}
     */
    String protocol();

    /**
     * Returns how much memory the head takes.
     *
     * @return bytes, approximately
     */
    int size();

    /**
     * Returns what was wrong with the head and was tolerated.
     *
     * @return empty on a strict server
     */
    List<Violation> tolerated();

    /**
     * Whether only the fields of the response tell the client if the connection stays open.
     *
     * @return true for HTTP/1.0
     */
    boolean wantsPersistenceAnnounced();

    /**
     * Returns the transfer coding of a response whose length is unknown when it begins.
     *
     * @return such as {@code chunked}; null if the response ends with the stream or the connection
     */
    String codingOfStreamedResponse();
}
