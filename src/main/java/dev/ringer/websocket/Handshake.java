package dev.ringer.websocket;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.websocket.frame.DeflateAgreement;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Applies the rules of the WebSocket handshake (RFC 6455, 4.2.1) to the header fields of a request. Stateless. */
final class Handshake {
    static final String VERSION = "13";

    // the suffix that is appended to a client's key before hashing (RFC 6455, 1.3)
    private static final String SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_LENGTH = 24;
    private static final int KEY_OCTETS = 16;

    private Handshake() {}

    /** Whether the client's {@code Upgrade} field lists {@code websocket}. */
    static boolean isAskedFor(Headers headers) {
        return elements(headers, "Upgrade").stream().anyMatch("websocket"::equalsIgnoreCase);
    }

    /** Returns the value of {@code Sec-WebSocket-Key}, 16 bytes in base64; null unless there is one valid key. */
    static @Nullable String key(Headers headers) {
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

    /** Returns {@code Sec-WebSocket-Accept} for a key: the proof that the server knows WebSocket (RFC 6455, 4.2.2). */
    static String accept(String key) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            byte[] hash = sha1.digest((key + SUFFIX).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(
                    "SHA-1 is not available in this JDK, although every Java platform must provide it", e);
        }
    }

    /**
     * Whether the web page that opens this WebSocket is allowed to do so. Browsers send the origin of the page in
     * {@code Origin}. A page is allowed if it comes from the requested host, or if {@code letIn} accepts its origin. A
     * client without {@code Origin} is no web page, and is always allowed. Without this check, any page could open a
     * WebSocket with the user's cookies, because browsers send them with every handshake.
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

    /** Whether an origin has the same host and port as the client's {@code Host} field. */
    private static boolean isSameHost(String origin, @Nullable String host) {
        Authority page = Authority.ofOrigin(origin);
        return page != null && host != null && page.equals(Authority.of(host, Authority.usualPort(origin)));
    }

    /** Returns the first of the server's subprotocols that the client also offers; null if there is none. */
    static @Nullable String subprotocol(Headers headers, List<String> served) {
        List<String> offered = elements(headers, "Sec-WebSocket-Protocol");
        return served.stream().filter(offered::contains).findFirst().orElse(null);
    }

    /** Returns the server's answer to the client's offers of compression; null if the server accepts no offer. */
    static @Nullable String compression(Headers headers) {
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
}
