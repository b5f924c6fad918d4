package dev.ringer.internal.http2.request;

import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.http2.hpack.FieldLine;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.RequestHead;
import java.util.List;

/** The head of an HTTP/2 request. Immutable. */
public final class Http2RequestHead extends RequestFieldLines implements RequestHead {
    /**
     * The largest {@link #size}, in bytes, of a small head. The connection counts the memory of all small heads. A
     * stream itself counts a larger head.
     */
    static final int MAX_SMALL_HEAD = 8192;

    private static final Http2RequestHead EMPTY = new Http2RequestHead("GET", null, new FieldLine[0]);
    private static final Http2RequestHead EMPTY_FOR_HEAD = new Http2RequestHead("HEAD", null, new FieldLine[0]);

    private final String method;
    private final RequestTarget target;

    /** Makes a request head. An invalid target is null. The caller must not modify the lines afterwards. */
    public Http2RequestHead(String method, RequestTarget target, FieldLine[] lines) {
        super(lines);
        this.method = method;
        this.target = target;
    }

    /**
     * Whether the request is an extended CONNECT (RFC 8441, 4). {@link RequestHeadReader} adds an Upgrade field as the
     * last line of such a head, and refuses this field in all other heads.
     */
    public boolean asksForTunnel() {
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

    /**
     * Returns a head without target and field lines, which takes no memory. Its method tells only whether the response
     * has content.
     */
    public Http2RequestHead emptied() {
        return method.equals("HEAD") ? EMPTY_FOR_HEAD : EMPTY;
    }

    @Override
    public int size() {
        return listSize() + FieldLine.EXTRA_MEMORY * count() + targetSize();
    }

    /**
     * Returns an estimate of the memory of the request target, in bytes. If several requests share one target, the
     * whole target counts for each of them.
     */
    public int targetSize() {
        return target == null ? 0 : 3 * target.toString().length();
    }

    /** Whether the connection counts the memory of this head. If this is false, the stream counts it. */
    public boolean isSmall() {
        return size() <= MAX_SMALL_HEAD;
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
        return null; // HTTP/2 needs none, because END_STREAM marks the end of the response
    }

    @Override
    public String toString() {
        return method + " " + target + " " + protocol();
    }
}
