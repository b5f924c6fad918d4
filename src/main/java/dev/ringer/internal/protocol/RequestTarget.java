package dev.ringer.internal.protocol;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/**
 * A request target (RFC 9112, 3.2) that is fit to be looked up. Immutable, so that a repeated target can be shared.
 */
public final class RequestTarget {
    private final URI uri;
    private final boolean sound;

    private RequestTarget(URI uri, boolean sound) {
        this.uri = uri;
        this.sound = sound;
    }

    /**
     * Reads a target. Origin form, absolute form and what merely has a path (such as {@code *}, which then finds no
     * context) are accepted; targets without any path ({@code CONNECT}'s among them) are not. A target with a fragment, or
     * with an authority but no scheme ({@code //host}, which some would take for a path) is not {@link #sound()}. An empty
     * one finds no context: the JDK's own tests want 404 for it.
     *
     * @param bytes the head
     * @param from where the target begins
     * @param to where it ends, exclusive; neither spaces nor control characters may lie between
     * @return the target
     * @throws RequestRefused with {@link Violation#BAD_TARGET}
     */
    public static RequestTarget parse(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        boolean sound = !text.startsWith("//") && text.indexOf('#') < 0;
        try {
            URI uri = new URI(text);
            if (uri.getPath() == null) {
                throw new RequestRefused(Violation.BAD_TARGET);
            }
            return new RequestTarget(uri, sound);
        } catch (URISyntaxException e) {
            throw new RequestRefused(Violation.BAD_TARGET);
        }
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
     * The target as a URI.
     *
     * @return a URI whose path is not null
     */
    public URI uri() {
        return uri;
    }

    /**
     * The path by which a context is looked up.
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
