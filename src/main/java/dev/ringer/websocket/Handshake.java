package dev.ringer.websocket;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.websocket.frame.DeflateAgreement;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The rules of the opening handshake (RFC 6455, 4.2.1), as far as they lie in the fields of the request. Stateless.
 */
final class Handshake {
    static final String VERSION = "13";

    private static final String SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; // RFC 6455, 1.3
    private static final int KEY_LENGTH = 24;
    private static final int KEY_OCTETS = 16;

    private Handshake() {}

    /** Whether WebSocket is among the protocols that the client wants to switch to. */
    static boolean isAskedFor(Headers headers) {
        return elements(headers, "Upgrade").stream().anyMatch("websocket"::equalsIgnoreCase);
    }

    /** The one key, or null if there is none that is right: 16 octets in base64. */
    static String key(Headers headers) {
        List<String> keys = headers.get("Sec-WebSocket-Key");
        if (keys == null || keys.size() != 1 || keys.get(0).length() != KEY_LENGTH) {
            return null;
        }
        try {
            boolean right = Base64.getDecoder().decode(keys.get(0)).length == KEY_OCTETS;
            return right ? keys.get(0) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** What proves to the client that its key was understood (RFC 6455, 4.2.2). */
    static String accept(String key) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            byte[] hash = sha1.digest((key + SUFFIX).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }

    /**
     * Whether the page may have this WebSocket: one of this very host, one that is let in, or no page at all. Browsers name
     * it, and send the user's cookies with the handshake of any.
     */
    static boolean isFromFriend(Headers headers, Predicate<String> letIn) {
        List<String> origins = headers.get("Origin");
        if (origins == null) {
            return true;
        }
        if (origins.size() != 1) {
            return false;
        }
        String origin = origins.get(0);
        return isSameHost(origin, headers.getFirst("Host")) || letIn.test(origin);
    }

    /** Whether an origin has the host and the port that the client has asked for. */
    private static boolean isSameHost(String origin, String host) {
        Authority page = Authority.ofOrigin(origin);
        return page != null && host != null && page.equals(Authority.of(host, Authority.usualPort(origin)));
    }

    /** The first of the server's subprotocols that the client offers; null for none. */
    static String subprotocol(Headers headers, List<String> served) {
        List<String> offered = elements(headers, "Sec-WebSocket-Protocol");
        return served.stream().filter(offered::contains).findFirst().orElse(null);
    }

    /** What is answered to the offers of compression; null for none. */
    static String compression(Headers headers) {
        List<String> lines = headers.get("Sec-WebSocket-Extensions");
        return DeflateAgreement.answerTo(lines == null ? List.of() : lines);
    }

    private static List<String> elements(Headers headers, String name) {
        List<String> elements = new ArrayList<>();
        List<String> lines = headers.get(name);
        for (String line : lines == null ? List.<String>of() : lines) {
            for (String element : line.split(",")) {
                elements.add(element.strip());
            }
        }
        return elements;
    }

    /** As origins are compared. */
    static String normal(String origin) {
        return origin.toLowerCase(Locale.ROOT);
    }
}
