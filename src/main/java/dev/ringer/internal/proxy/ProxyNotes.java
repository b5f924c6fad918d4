package dev.ringer.internal.proxy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Reads the fields that follow the addresses in a PROXY protocol header of version 2. Each field has a type, a length
 * and a value. The result is a map of texts. A field of a known type gets a name such as {@code tls}. A field of any
 * other type gets a name such as {@code 0xEA}, and its value becomes hexadecimal digits. Many values come from the
 * client, so they cannot be trusted.
 */
final class ProxyNotes {
    /** The key of the note that says whether the client used TLS to the proxy: {@code true} or {@code false}. */
    static final String TLS = "tls";

    /** The key of the note that says whether the client sent a certificate that the proxy has verified. */
    private static final String TLS_VERIFIED = "tls.verified";

    private static final int CHECKSUM = 0x03;
    private static final int CHECKSUM_LENGTH = 4;
    private static final int NOTHING = 0x04;
    private static final int OF_TLS = 0x20;

    private static final int CLIENT_SPOKE_TLS = 0x01;
    /** The bits for a certificate that the client sent on this connection, or earlier in the same TLS session. */
    private static final int CLIENT_SHOWED_CERTIFICATE = 0x02 | 0x04;

    private static final Map<Integer, String> TEXTS = Map.of(
            0x01, "alpn",
            0x02, "authority",
            0x05, "uniqueId",
            0x30, "netns");

    private static final Map<Integer, String> TEXTS_OF_TLS = Map.of(
            0x21, "tls.version",
            0x22, "tls.commonName",
            0x23, "tls.cipher",
            0x24, "tls.signature",
            0x25, "tls.key",
            0x26, "tls.group",
            0x27, "tls.signatureScheme");

    private final Map<String, String> notes = new LinkedHashMap<>();

    private ProxyNotes() {}

    /** Reads the fields of a header. {@code whole} is the whole header, whose checksum this method overwrites. */
    static Map<String, String> read(ByteBuffer pieces, byte[] whole) {
        ProxyNotes notes = new ProxyNotes();
        while (pieces.hasRemaining()) {
            int type = typeOf(pieces);
            ByteBuffer value = valueOf(pieces);
            switch (type) {
                case CHECKSUM -> verify(value, whole);
                case NOTHING -> {}
                case OF_TLS -> notes.readTls(value);
                default -> notes.add(type, value, TEXTS);
            }
        }
        return Collections.unmodifiableMap(notes.notes);
    }

    private static int typeOf(ByteBuffer pieces) {
        if (pieces.remaining() < 3) {
            throw ProxyHeaderRefused.malformed();
        }
        return pieces.get() & 0xff;
    }

    private static ByteBuffer valueOf(ByteBuffer pieces) {
        int length = pieces.getShort() & 0xffff;
        if (length > pieces.remaining()) {
            throw ProxyHeaderRefused.malformed();
        }
        ByteBuffer value = pieces.duplicate().limit(pieces.position() + length);
        pieces.position(value.limit());
        return value;
    }

    private static void verify(ByteBuffer value, byte[] whole) {
        if (value.remaining() != CHECKSUM_LENGTH) {
            throw ProxyHeaderRefused.malformed();
        }
        // the proxy has computed the checksum with zeros in these places
        Arrays.fill(whole, value.position(), value.limit(), (byte) 0);
        CRC32C sum = new CRC32C();
        sum.update(whole, 0, whole.length);
        if ((int) sum.getValue() != value.getInt()) {
            throw new ProxyHeaderRefused(ProxyFault.PROXY_HEADER_CHECKSUM);
        }
    }

    private void readTls(ByteBuffer value) {
        if (value.remaining() < 5) {
            throw ProxyHeaderRefused.malformed();
        }
        int client = value.get();
        boolean valid = value.getInt() == 0;
        add(TLS, Boolean.toString((client & CLIENT_SPOKE_TLS) != 0));
        add(TLS_VERIFIED, Boolean.toString(valid && (client & CLIENT_SHOWED_CERTIFICATE) != 0));
        while (value.hasRemaining()) {
            int type = typeOf(value);
            add(type, valueOf(value), TEXTS_OF_TLS);
        }
    }

    private void add(int type, ByteBuffer value, Map<Integer, String> names) {
        String name = names.get(type);
        if (name != null) {
            add(name, StandardCharsets.UTF_8.decode(value).toString());
        } else {
            byte[] octets = new byte[value.remaining()];
            value.get(octets);
            notes.putIfAbsent(String.format("0x%02X", type), HexFormat.of().formatHex(octets));
        }
    }

    /** Adds a text. Refuses a second text of the same name, because another program could use the second one. */
    private void add(String name, String text) {
        if (notes.putIfAbsent(name, text) != null) {
            throw ProxyHeaderRefused.malformed();
        }
    }
}
