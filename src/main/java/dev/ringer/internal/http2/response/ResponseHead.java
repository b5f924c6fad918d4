package dev.ringer.internal.http2.response;

import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.http.FieldValues;
import dev.ringer.internal.http2.hpack.HpackEncoder;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.time.HttpDate;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * The head of a response, or its trailers. The handler's thread checks and copies the field lines. The sending thread
 * encodes them later, because HPACK requires that heads are encoded in the order in which they are sent. The head omits
 * fields that exist only in HTTP/1.1, such as Connection.
 */
public final class ResponseHead implements BiConsumer<String, String> {
    /** The value of {@code length} for a head without Content-Length. */
    public static final long NO_LENGTH = -1;

    private static final int NO_STATUS = 0;
    private static final String[] NONE = {};

    /** The interim response 100 (Continue), which asks the client to send the content. */
    public static final ResponseHead CONTINUE = new ResponseHead(100, NO_LENGTH, false, visitor -> {});

    private static final int PROXY_CONNECTION = KnownNames.indexOf("Proxy-Connection");
    private static final int FIRST_LENGTH = 6;
    // Small lengths as texts, made on demand. No lock is needed, because two threads make equal texts.
    private static final String[] LENGTHS = new String[1024];

    private final short status;
    private final long length;
    private final boolean keepsLength;
    private String[] lines = NONE; // each name, followed by its value
    private int count;

    /**
     * Makes a response head.
     *
     * @param length the value of Content-Length, or {@link #NO_LENGTH}
     * @param keepsLength whether to send the Content-Length that the application has set; true for a response without
     *     body that still describes a body, such as a response to HEAD
     * @param fields all other field lines
     * @throws IllegalArgumentException if a name is no token, or a value has characters that cannot be sent
     */
    public ResponseHead(int status, long length, boolean keepsLength, ResponseFields fields) {
        this.status = (short) status;
        this.length = length;
        this.keepsLength = keepsLength;
        fields.forEach(this);
    }

    /**
     * Makes the trailers of a response.
     *
     * @throws IllegalArgumentException if a name is no token, or a value has characters that cannot be sent
     */
    static ResponseHead ofTrailers(ResponseFields fields) {
        return new ResponseHead(NO_STATUS, NO_LENGTH, false, fields);
    }

    @Override
    public void accept(String name, String value) {
        int known = KnownNames.indexOf(name);
        if (known == KnownNames.UNKNOWN && !TokenScan.isToken(name)) {
            throw new IllegalArgumentException("Response header name is empty or contains an illegal character");
        }
        String sendable = sendable(value);
        switch (known) {
            case KnownNames.DATE,
                    KnownNames.CONNECTION,
                    KnownNames.TRANSFER_ENCODING,
                    KnownNames.UPGRADE,
                    KnownNames.KEEP_ALIVE -> {}
            case KnownNames.CONTENT_LENGTH -> {
                if (keepsLength) {
                    add(name, sendable);
                }
            }
            default -> {
                if (known != PROXY_CONNECTION) {
                    add(name, sendable);
                }
            }
        }
    }

    private static String sendable(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (!FieldValues.isPlain(value.charAt(i))) {
                return FieldValues.sendable(value);
            }
        }
        return value;
    }

    private void add(String name, String value) {
        if (count == lines.length) {
            lines = Arrays.copyOf(lines, Math.max(FIRST_LENGTH, 2 * count));
        }
        lines[count++] = name;
        lines[count++] = value.trim(); // HTTP/1.1 allows blanks around a value, HTTP/2 does not (RFC 9113, 8.2.1)
    }

    /** Whether the head has a Content-Length that the server has computed. */
    boolean announcesLength() {
        return length >= 0;
    }

    /** Whether the response ends with this head, because its Content-Length is 0. */
    boolean isWhole() {
        return length == 0;
    }

    /** Encodes the field lines into the field block that the encoder has begun. */
    void encode(HpackEncoder encoder) {
        if (status != NO_STATUS) {
            encoder.status(status);
        }
        if (status >= 200) {
            encoder.field(KnownNames.DATE, HttpDate.now().text());
        }
        for (int i = 0; i < count; i += 2) {
            encoder.field(lines[i], lines[i + 1]);
        }
        if (length >= 0) {
            encoder.field(KnownNames.CONTENT_LENGTH, text(length));
        }
    }

    private static String text(long length) {
        if (length >= LENGTHS.length) {
            return Long.toString(length);
        }
        String text = LENGTHS[(int) length];
        if (text == null) {
            text = Long.toString(length);
            LENGTHS[(int) length] = text;
        }
        return text;
    }
}
