package dev.ringer.internal.server;

import com.sun.net.httpserver.Headers;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.websocket.WebSocketUpgrade;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The URI and the headers of a request that are kept for days and seldom looked at: a WebSocket's handshake. Known names take an
 * octet. Immutable; unpacks what it is asked for, whenever it is.
 */
final class PackedRequest implements WebSocketUpgrade.KeptRequest {
    private static final int BITS_PER_OCTET = 7; // of a number; the eighth says that more follow
    private static final int MORE = 1 << BITS_PER_OCTET;

    /** The URI; for each line its known name's index plus 1, or 0 and its name; then its value. Texts begin with their length. */
    private final byte[] packed;

    PackedRequest(URI uri, Map<String, List<String>> headers) {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        putText(to, uri.toString());
        headers.forEach((name, values) -> values.forEach(value -> putLine(to, name, value)));
        packed = to.toByteArray();
    }

    private static void putLine(ByteArrayOutputStream to, String name, String value) {
        int known = KnownNames.indexOf(name);
        putNumber(to, known - KnownNames.UNKNOWN);
        if (known == KnownNames.UNKNOWN) {
            putText(to, name);
        }
        putText(to, value);
    }

    private static void putText(ByteArrayOutputStream to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        putNumber(to, bytes.length);
        to.writeBytes(bytes);
    }

    private static void putNumber(ByteArrayOutputStream to, int number) {
        int rest = number;
        for (; rest >= MORE; rest >>>= BITS_PER_OCTET) {
            to.write(rest | MORE);
        }
        to.write(rest);
    }

    @Override
    public int size() {
        return packed.length;
    }

    @Override
    public URI uri() {
        return URI.create(text(ByteBuffer.wrap(packed)));
    }

    @Override
    public Headers headers() {
        ByteBuffer lines = ByteBuffer.wrap(packed);
        int lengthOfUri = number(lines);
        lines.position(lines.position() + lengthOfUri);
        return new RequestHeaders(new Unpacked(lines));
    }

    private static int number(ByteBuffer packed) {
        int number = 0;
        int shift = 0;
        int octet;
        do {
            octet = packed.get();
            number |= (octet & MORE - 1) << shift;
            shift += BITS_PER_OCTET;
        } while (octet < 0);
        return number;
    }

    private static String text(ByteBuffer packed) {
        byte[] bytes = new byte[number(packed)];
        packed.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static final class Unpacked implements FieldLines {
        private final List<String> names = new ArrayList<>();
        private final List<String> values = new ArrayList<>();

        Unpacked(ByteBuffer packed) {
            while (packed.hasRemaining()) {
                int known = number(packed) + KnownNames.UNKNOWN;
                names.add(known == KnownNames.UNKNOWN ? text(packed) : KnownNames.name(known));
                values.add(text(packed));
            }
        }

        @Override
        public int count() {
            return names.size();
        }

        @Override
        public int knownName(int line) {
            return KnownNames.indexOf(names.get(line));
        }

        @Override
        public String name(int line) {
            return names.get(line);
        }

        @Override
        public boolean hasName(int line, String normalName) {
            return names.get(line).equals(normalName);
        }

        @Override
        public String value(int line) {
            return values.get(line);
        }
    }
}
