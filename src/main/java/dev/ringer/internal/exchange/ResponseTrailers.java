package dev.ringer.internal.exchange;

import com.sun.net.httpserver.Headers;
import dev.ringer.headers.RingerHeaders;
import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.http.TrailerRule;
import dev.ringer.internal.observe.LogText;
import dev.ringer.internal.protocol.ResponseFields;
import java.util.function.BiConsumer;

/**
 * A copy of the trailer section that the application has set for a response. Immutable.
 *
 * @param headers the fields, which are all allowed in a trailer section
 */
record ResponseTrailers(Headers headers) implements ResponseFields {
    private static final String TRAILER = "Trailer";

    /**
     * Copies the headers that the application has set.
     *
     * @throws IllegalArgumentException if a field cannot be sent, or is not allowed in a trailer section
     */
    static ResponseTrailers copyOf(Headers given) {
        ResponseTrailers copy = new ResponseTrailers(RingerHeaders.of(given));
        copy.headers.keySet().forEach(ResponseTrailers::checkName);
        copy.forEach(ResponseTrailers::checkValue);
        return copy;
    }

    private static void checkName(String name) {
        if (!TokenScan.isToken(name)) {
            throw new IllegalArgumentException(
                    "Trailer name is empty or contains an illegal character: " + LogText.line(name));
        }
        if (!TrailerRule.allows(name)) {
            throw new IllegalArgumentException(name + " is not allowed in trailers (RFC 9110, 6.5.1)");
        }
    }

    private static void checkValue(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' && c != '\t' || c == 0x7f) {
                throw new IllegalArgumentException(
                        "Value of the trailer " + name + " contains an illegal character at index " + i);
            }
        }
    }

    /** Announces these fields in a Trailer field of the response head, unless the application has set that field. */
    void announceIn(Headers head) {
        if (!headers.isEmpty() && !head.containsKey(TRAILER)) {
            head.set(TRAILER, String.join(", ", headers.keySet()));
        }
    }

    @Override
    public void forEach(BiConsumer<String, String> visitor) {
        headers.forEach((name, values) -> values.forEach(value -> visitor.accept(name, value)));
    }
}
