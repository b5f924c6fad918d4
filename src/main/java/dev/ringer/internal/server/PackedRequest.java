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
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The URI and the headers of a request that are kept for days and seldom looked at: a WebSocket's handshake. Known names take an
 * octet, and the header lines are compressed with what browsers say as the dictionary: {@code idle-sockets} counts what is left.
 * The URI is not, since an application may look at it for each message. Immutable; unpacks what it is asked for, whenever it is.
 */
final class PackedRequest implements WebSocketUpgrade.KeptRequest {
    private static final int BITS_PER_OCTET = 7; // of a number; the eighth says that more follow
    private static final int MORE = 1 << BITS_PER_OCTET;

    /** What handshakes are made of; what is most frequent stands last, where it is cheapest to refer to. */
    private static final byte[] DICTIONARY = """
            Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1
            Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0
            Mozilla/5.0 (Linux; Android 10; K) Macintosh; Intel Mac OS X 10_15_7) Edg/138.0.0.0
            Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36
            */*cross-site same-origin de-DE,de;q=0.9,en-US,en;q=0.9,en-US;q=0.8,en;q=0.7gzip, deflate, br, zstd keep-alive, Upgrade
            no-cache websocket permessage-deflate; client_max_window_bits 13 http://localhost:8080 https://www.""".getBytes(StandardCharsets.US_ASCII);

    private static final int CHUNK = 512;

    /** The URI; how long the lines are; then these, compressed. Texts begin with their length. */
    private final byte[] packed;

    PackedRequest(URI uri, Map<String, List<String>> headers) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        headers.forEach((name, values) -> values.forEach(value -> putLine(lines, name, value)));
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        putText(to, uri.toString());
        putNumber(to, lines.size());
        putCompressed(to, lines.toByteArray());
        packed = to.toByteArray();
    }

    /** Each request has a compressor of its own: making one takes about a quarter of the time, too little for a pool. */
    private static void putCompressed(ByteArrayOutputStream to, byte[] lines) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setDictionary(DICTIONARY);
            deflater.setInput(lines);
            deflater.finish();
            byte[] chunk = new byte[CHUNK];
            while (!deflater.finished()) {
                to.write(chunk, 0, deflater.deflate(chunk));
            }
        } finally {
            deflater.end();
        }
    }

    /** The known name's index plus 1, or 0 and the name; then the value. */
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
        ByteBuffer from = ByteBuffer.wrap(packed);
        int sizeOfUri = number(from);
        return sizeOfUri + number(from.position(from.position() + sizeOfUri));
    }

    @Override
    public URI uri() {
        return URI.create(text(ByteBuffer.wrap(packed)));
    }

    @Override
    public Headers headers() {
        ByteBuffer from = ByteBuffer.wrap(packed);
        int sizeOfUri = number(from);
        byte[] lines = new byte[number(from.position(from.position() + sizeOfUri))];
        inflate(from, lines);
        return new RequestHeaders(new Unpacked(ByteBuffer.wrap(lines)));
    }

    private static void inflate(ByteBuffer from, byte[] lines) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setDictionary(DICTIONARY);
            inflater.setInput(from);
            if (inflater.inflate(lines) != lines.length) {
                throw new IllegalStateException("packed headers are incomplete");
            }
        } catch (DataFormatException e) {
            throw new IllegalStateException("packed headers are broken", e);
        } finally {
            inflater.end();
        }
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
