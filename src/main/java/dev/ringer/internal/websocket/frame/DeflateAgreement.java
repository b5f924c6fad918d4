package dev.ringer.internal.websocket.frame;

import dev.ringer.internal.websocket.frame.ExtensionOffer.Parameter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Negotiates compression by permessage-deflate (RFC 7692, 5 and 7.1). The server accepts the first offer that it
 * supports. Neither side keeps its compression window between two messages, which every client of the extension must
 * accept (RFC 7692, 7.1.1.2). So an idle WebSocket needs neither a compressor of 256 KiB nor a decompressor of 40 KiB.
 *
 * <p>The JDK's compressors support only a window of 15 bits. So the server declines an offer that limits the server's
 * window to fewer bits. The JDK's decompressors support any window, so the server does not limit the client's window.
 */
public final class DeflateAgreement {
    private static final String NAME = "permessage-deflate";
    private static final String SERVER_NO_TAKEOVER = "server_no_context_takeover";
    private static final String CLIENT_NO_TAKEOVER = "client_no_context_takeover";
    private static final String SERVER_BITS = "server_max_window_bits";
    private static final String CLIENT_BITS = "client_max_window_bits";

    private static final String ANSWER = NAME + "; " + SERVER_NO_TAKEOVER + "; " + CLIENT_NO_TAKEOVER;
    private static final Set<String> BITS = Set.of("8", "9", "10", "11", "12", "13", "14", "15");
    private static final String MAX_BITS = "15";

    private DeflateAgreement() {}

    /**
     * Chooses one of the client's offers.
     *
     * @param lines the values of {@code Sec-WebSocket-Extensions}; empty if the request has no such field
     * @return the value of the response's field; null if the server accepts no offer
     * @throws IllegalArgumentException if a line is not a list of extensions
     */
    public static String answerTo(List<String> lines) {
        String answer = null;
        // Parse all offers, even after the server has accepted one, because every offer must be well-formed.
        for (ExtensionOffer offer : ExtensionOffer.parse(lines)) {
            if (answer == null && offer.name().equalsIgnoreCase(NAME)) {
                answer = answerTo(offer);
            }
        }
        return answer;
    }

    private static String answerTo(ExtensionOffer offer) {
        Set<String> seen = new HashSet<>();
        boolean bitsAsked = false;
        for (Parameter parameter : offer.parameters()) {
            if (!seen.add(parameter.name()) || !isAcceptable(parameter)) {
                return null;
            }
            bitsAsked |= parameter.name().equals(SERVER_BITS);
        }
        return bitsAsked ? ANSWER + "; " + SERVER_BITS + "=" + MAX_BITS : ANSWER;
    }

    private static boolean isAcceptable(Parameter parameter) {
        String value = parameter.value();
        return switch (parameter.name()) {
            case SERVER_NO_TAKEOVER, CLIENT_NO_TAKEOVER -> value == null;
            case SERVER_BITS -> MAX_BITS.equals(value);
            case CLIENT_BITS -> value == null || BITS.contains(value);
            default -> false;
        };
    }
}
