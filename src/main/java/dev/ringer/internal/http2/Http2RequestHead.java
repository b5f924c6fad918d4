package dev.ringer.internal.http2;

import dev.ringer.internal.http2.hpack.FieldLine;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.RequestTarget;
import dev.ringer.internal.protocol.Violation;
import java.util.List;

/** The head of an HTTP/2 request. Immutable. */
final class Http2RequestHead extends RequestFieldLines implements RequestHead {
    private static final FieldLine[] NO_LINES = {};

    private final String method;
    private final RequestTarget target;

    /** Takes over an array of lines that is never modified from now on. */
    Http2RequestHead(String method, RequestTarget target, FieldLine[] lines) {
        super(lines);
        this.method = method;
        this.target = target;
    }

    /** What is known of a request that nobody but the log hears of; {@code target} may be null. */
    static Http2RequestHead withoutLines(String method, RequestTarget target) {
        return new Http2RequestHead(method, target, NO_LINES);
    }

    /**
     * Whether it is an extended CONNECT (RFC 8441, 4): {@link RequestHeadReader} ends the head of such a one with Upgrade, and
     * lets no other have that field.
     */
    boolean asksForTunnel() {
        return count() > 0 && knownName(count() - 1) == KnownNames.UPGRADE;
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
        return listSize() + targetSize();
    }

    /** About how many bytes the target takes: nothing of it is shared with other requests. */
    int targetSize() {
        return target == null ? 0 : 3 * target.toString().length();
    }

    /** Whether it is counted together with the small heads of other streams, and not by its stream. */
    boolean isSmall() {
        return size() <= ConnectionMemory.MAX_SMALL_HEAD;
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
    public String toString() {
        return method + " " + target + " " + protocol();
    }
}
