package dev.ringer.internal.proxy;

import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.RequestHead;
import java.util.List;

/**
 * A request head from a proxy, with the Host field that the client sent to the proxy. This Host field replaces the one
 * that the proxy sent. If the proxy sent none, the field is added as the last line. Immutable.
 */
public final class ForwardedHead implements RequestHead {
    private static final String HOST_NAME = "Host";

    private final RequestHead head;
    private final String host;
    private final int added; // index of the added last line; -1 if the Host field of the proxy was replaced

    /** Creates a head with another Host field, whose value {@code host} must be valid. */
    public ForwardedHead(RequestHead head, String host) {
        this.head = head;
        this.host = host;
        int line = 0;
        while (line < head.count() && head.knownName(line) != KnownNames.HOST) {
            line++;
        }
        this.added = line == head.count() ? line : -1;
    }

    @Override
    public int count() {
        return head.count() + (added < 0 ? 0 : 1);
    }

    @Override
    public int knownName(int line) {
        return line == added ? KnownNames.HOST : head.knownName(line);
    }

    @Override
    public String name(int line) {
        return line == added ? HOST_NAME : head.name(line);
    }

    @Override
    public boolean hasName(int line, String normalName) {
        return line == added ? normalName.equals(HOST_NAME) : head.hasName(line, normalName);
    }

    @Override
    public String value(int line) {
        return knownName(line) == KnownNames.HOST ? host : head.value(line);
    }

    @Override
    public String method() {
        return head.method();
    }

    @Override
    public RequestTarget target() {
        return head.target();
    }

    @Override
    public String protocol() {
        return head.protocol();
    }

    @Override
    public List<Violation> tolerated() {
        return head.tolerated();
    }

    @Override
    public boolean wantsPersistenceAnnounced() {
        return head.wantsPersistenceAnnounced();
    }

    @Override
    public String codingOfStreamedResponse() {
        return head.codingOfStreamedResponse();
    }

    @Override
    public int size() {
        return head.size();
    }

    @Override
    public String toString() {
        return head.toString();
    }
}
