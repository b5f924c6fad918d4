package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.RequestTarget;
import dev.ringer.internal.protocol.Violation;
import java.util.List;

/** The head of an HTTP/2 request. Immutable. */
final class Http2RequestHead implements RequestHead {
    private final String method;
    private final RequestTarget target;
    private final RequestFieldLines lines;
    private final boolean asksForTunnel;

    Http2RequestHead(String method, RequestTarget target, RequestFieldLines lines, boolean asksForTunnel) {
        this.method = method;
        this.target = target;
        this.lines = lines;
        this.asksForTunnel = asksForTunnel;
    }

    /** Whether it is an extended CONNECT (RFC 8441, 4). */
    boolean asksForTunnel() {
        return asksForTunnel;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public RequestTarget target() {
        return target;
    }

    @Override
    public String protocol() {
        return "HTTP/2.0";
    }

    @Override
    public int size() {
        return lines.size() + (target == null ? 0 : 3 * target.toString().length());
    }

    @Override
    public List<Violation> tolerated() {
        return List.of();
    }

    @Override
    public boolean wantsPersistenceAnnounced() {
        return false;
    }

    @Override
    public String codingOfStreamedResponse() {
        return null; // the end of the stream is its end
    }

    @Override
    public int count() {
        return lines.count();
    }

    @Override
    public int knownName(int line) {
        return lines.knownName(line);
    }

    @Override
    public String name(int line) {
        return lines.name(line);
    }

    @Override
    public boolean hasName(int line, String normalName) {
        return lines.hasName(line, normalName);
    }

    @Override
    public String value(int line) {
        return lines.value(line);
    }

    @Override
    public String toString() {
        return method + " " + target + " " + protocol();
    }
}
