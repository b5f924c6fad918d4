package dev.ringer.internal.http;

import dev.ringer.internal.bytes.RecentCache;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/** A parsed request target (RFC 9112, 3.2). Immutable, so requests with the same target can share an object. */
public final class RequestTarget {
    private final URI uri;
    private final boolean sound;

    private RequestTarget(URI uri, boolean sound) {
        this.uri = uri;
        this.sound = sound;
    }

    /** Parses a target as {@link #parse} does, unless the cache contains it. */
    public static RequestTarget of(byte[] bytes, int from, int to, RecentCache<RequestTarget> recent) {
        RequestTarget known = recent.get(bytes, from, to);
        return known != null ? known : recent.put(bytes, from, to, parse(bytes, from, to));
    }

    /**
     * Parses a target. Refuses a target without a path, such as {@code host:port} or {@code mailto:a}. Accepts
     * {@code *} and the empty target. No context has such a path, so the server answers 404, as the JDK's own tests
     * expect. A target with a fragment is not {@link #sound()}.
     *
     * <p>A proxy that filters requests by path must see the same path as the server. So a target with a scheme must
     * have a host: {@code x:/admin} and {@code http:///admin} are refused. A target with a host must have a scheme: for
     * some parsers, the path of {@code //x/admin} is {@code /admin}, and for others the whole target. Legacy mode does
     * not change these rules.
     *
     * @param bytes an array with the target from {@code from} to {@code to}. The target has no spaces or control
     *     characters
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
            // java.net.URI throws a NumberFormatException if an IPv6 address ends with an IPv4 address whose numbers do
            // not fit in an int.
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

    /** Whether the target has no fragment (RFC 9112, 3.2). Only a server in legacy mode accepts one with a fragment. */
    public boolean sound() {
        return sound;
    }

    /** Returns the target as a URI, whose path is not null. */
    public URI uri() {
        return uri;
    }

    /**
     * Returns the host and port of a target in absolute form, such as {@code example.org:8080}; null for every other
     * form. This host and port take precedence over the Host field (RFC 9112, 3.2.2).
     */
    public String authority() {
        return uri.getRawAuthority();
    }

    /**
     * Returns the decoded path, which selects the context. The path may be empty, or lack the slash at its beginning.
     */
    public String path() {
        return uri.getPath();
    }

    @Override
    public String toString() {
        return uri.toString();
    }
}
