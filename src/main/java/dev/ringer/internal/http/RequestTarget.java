package dev.ringer.internal.http;

import dev.ringer.internal.bytes.RecentCache;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/** A request target (RFC 9112, 3.2) that can be looked up. Immutable, so that requests can share a repeated target. */
public final class RequestTarget {
    private final URI uri;
    private final boolean sound;

    private RequestTarget(URI uri, boolean sound) {
        this.uri = uri;
        this.sound = sound;
    }

    /**
     * Creates a cache of recent targets.
     *
     * @return an empty cache; its {@code get} refuses what {@link #parse} refuses
     */
    public static RecentCache<RequestTarget> cache() {
        return new RecentCache<>(new Parser());
    }

    private static final class Parser implements RecentCache.Maker<RequestTarget> {
        @Override
        public RequestTarget make(byte[] bytes, int from, int to) {
            return parse(bytes, from, to);
        }
    }

    /**
     * Parses a target. It accepts the origin form, the absolute form, and anything else that has a path (such as
     * {@code *}, which then finds no context). It refuses targets without any path ({@code host:port},
     * {@code mailto:a}). An empty target finds no context: the JDK's own tests want 404 for it. A target with a
     * fragment is not {@link #sound()}.
     *
     * <p>A filter in front of the server must see the same path. So a target with a scheme must have an authority that
     * is a host ({@code x:/admin} and {@code http:///admin} have none). A target with an authority must have a scheme:
     * {@code //x/admin} would be a path for some and {@code /admin} for others. Even a tolerant server refuses the
     * others.
     *
     * @param bytes the head
     * @param from where the target begins
     * @param to where it ends, exclusive; neither spaces nor control characters may lie between
     * @return the target
     * @throws RequestRefused with {@link Violation#BAD_TARGET}
     */
    public static RequestTarget parse(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        try {
            URI uri = new URI(text);
            boolean absolute = uri.getScheme() != null;
            if (uri.getPath() == null || text.startsWith("//") || absolute && !isHost(uri.getRawAuthority())) {
                throw new RequestRefused(Violation.BAD_TARGET);
            }
            return new RequestTarget(uri, text.indexOf('#') < 0);
        } catch (URISyntaxException | NumberFormatException e) {
            // java.net.URI throws the latter for an IPv4 address inside an IPv6 address, with a number beyond int
            throw new RequestRefused(Violation.BAD_TARGET);
        }
    }

    private static boolean isHost(String authority) {
        if (authority == null || authority.startsWith(":")) {
            return false;
        }
        byte[] bytes = authority.getBytes(StandardCharsets.UTF_8);
        return HostRules.isValid(bytes, 0, bytes.length);
    }

    /**
     * Whether the target has one of the forms of RFC 9112, 3.2.
     *
     * @return false if only a tolerant server may serve it
     */
    public boolean sound() {
        return sound;
    }

    /**
     * Returns the target as a URI.
     *
     * @return a URI whose path is not null
     */
    public URI uri() {
        return uri;
    }

    /**
     * Returns the host and port of an absolute form, which win over Host (RFC 9112, 3.2.2).
     *
     * @return such as {@code example.org:8080}; null for every other form
     */
    public String authority() {
        return uri.getRawAuthority();
    }

    /**
     * Returns the path by which a context is looked up.
     *
     * @return the decoded path; may be empty or without a leading slash
     */
    public String path() {
        return uri.getPath();
    }

    @Override
    public String toString() {
        return uri.toString();
    }
}
