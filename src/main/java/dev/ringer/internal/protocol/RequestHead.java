package dev.ringer.internal.protocol;

import dev.ringer.internal.names.FieldLines;
import java.util.List;

/**
 * A request head that has been read and found right, in any protocol: what was asked for, and the field lines.
 * Immutable. Its string form is for logs: method, target and protocol.
 */
public interface RequestHead extends FieldLines {
    /**
     * The method.
     *
     * @return as sent
     */
    String method();

    /**
     * The target.
     *
     * @return never null
     */
    RequestTarget target();

    /**
     * The protocol and its version, as the API shows them.
     *
     * @return such as {@code HTTP/1.1}
     */
    String protocol();

    /**
     * How much memory it takes.
     *
     * @return about so many bytes
     */
    int size();

    /**
     * What was wrong with the head and let pass.
     *
     * @return empty on a strict server
     */
    List<Violation> tolerated();

    /**
     * Whether the client learns only from the response's own fields if the connection stays.
     *
     * @return true for HTTP/1.0
     */
    boolean wantsPersistenceAnnounced();

    /**
     * The transfer coding of a response whose length is not known when it begins.
     *
     * @return such as {@code chunked}; null where the end of the stream or of the connection is its end
     */
    String codingOfStreamedResponse();
}
