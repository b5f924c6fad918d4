package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.http.FieldValues;
import dev.ringer.internal.http.ReasonPhrases;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.ResponseFields;
import dev.ringer.internal.time.HttpDate;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Composes response heads and trailer sections in an array of its own, and checks each field. So the writer finds an
 * invalid field before the server sends the first byte. One writer composes many responses, one after the other. Not
 * thread-safe.
 */
public final class ResponseHeadWriter implements BiConsumer<String, String> {
    private static final byte[] CHUNKED = bytes("Transfer-encoding: chunked\r\n");
    private static final byte[] LAST_CHUNK = bytes("0\r\n");
    private static final byte[] CLOSE = bytes("Connection: close\r\n");
    private static final byte[] LENGTH = KnownNames.prefix(KnownNames.CONTENT_LENGTH);

    // the status lines of the known statuses, made once; Benchmark: HeadBenchmark.compose
    private static final byte[][] STATUS_LINES = new byte[600][];

    static {
        for (int status : ReasonPhrases.statuses()) {
            STATUS_LINES[status] = newStatusLine(status);
        }
    }

    private static final int MIN_CAPACITY = 1024;
    private static final int MAX_KEPT_CAPACITY = 64 * 1024;

    private byte[] buffer = new byte[MIN_CAPACITY];
    private int size;
    private boolean keepsFraming; // whether the writer keeps the framing fields that the application has set
    private boolean closing; // whether the server closes the connection after the response
    private boolean closeGiven;

    /** Says which content follows a response head, and what marks the end of the content. */
    public enum Framing {
        /** No content and no framing field. For status 1xx and 204. */
        NONE,
        /** No content. The head has the framing fields that the application has set. For 304 and responses to HEAD. */
        NONE_BUT_DESCRIBED,
        /** Content whose length Content-Length announces. */
        LENGTH,
        /** Content in chunks, because its length is not known in advance. */
        CHUNKED,
        /** Content that ends when the connection ends, for clients that do not understand chunks. */
        UNTIL_CLOSE,
        /** Bytes of another protocol, after a 101 response. */
        RAW
    }

    /** Returns the status line for a status code, with its line end. The array is shared and never modified. */
    private static byte[] statusLine(int status) {
        byte[] line = status >= 0 && status < STATUS_LINES.length ? STATUS_LINES[status] : null;
        return line != null ? line : newStatusLine(status);
    }

    private static byte[] newStatusLine(int status) {
        return ("HTTP/1.1 " + status + " " + ReasonPhrases.of(status) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Composes a head.
     *
     * @param length length of the body in bytes; used only for {@link Framing#LENGTH}
     * @param fields further fields; the writer skips Date, and also framing fields unless the framing is
     *     {@link Framing#NONE_BUT_DESCRIBED}
     * @param close whether the connection will be closed; if so, the head announces this
     * @throws IllegalArgumentException if a name is no token, or a value has characters that cannot be sent
     */
    public void compose(int status, Framing framing, long length, ResponseFields fields, boolean close) {
        begin();
        closing = close;
        closeGiven = false;
        keepsFraming = framing == Framing.NONE_BUT_DESCRIBED;
        put(statusLine(status));
        boolean interim = status >= 100 && status < 200;
        if (!interim) {
            put(HttpDate.now().fieldLine());
        }
        fields.forEach(this);
        switch (framing) {
            case LENGTH -> {
                put(LENGTH);
                putNumber(length);
                putLineEnd();
            }
            case CHUNKED -> put(CHUNKED);
            case NONE, NONE_BUT_DESCRIBED, UNTIL_CLOSE, RAW -> {}
        }
        if (close && !closeGiven && !interim) {
            put(CLOSE);
        }
        putLineEnd();
    }

    /**
     * Composes the last chunk of a body and its trailer section. No field may be a framing field, such as
     * Content-Length.
     *
     * @throws IllegalArgumentException if a name is no token, or a value has characters that cannot be sent
     */
    public void composeTrailers(ResponseFields fields) {
        begin();
        closing = false;
        keepsFraming = false;
        put(LAST_CHUNK);
        fields.forEach(this);
        putLineEnd();
    }

    private void begin() {
        if (buffer.length > MAX_KEPT_CAPACITY) {
            buffer = new byte[MIN_CAPACITY];
        }
        size = 0;
    }

    /** Whether the head says that the connection will be closed. */
    public boolean saysClose() {
        return closing || closeGiven;
    }

    /** Returns the field line that says that the connection will be closed. */
    public static byte[] closeLine() {
        return CLOSE;
    }

    /** Whether the application has set a Connection field that contains close. */
    public boolean closeGiven() {
        return closeGiven;
    }

    /**
     * Returns an array that begins with the {@link #size} bytes of the head. Composing the next head overwrites them.
     */
    public byte[] bytes() {
        return buffer;
    }

    public int size() {
        return size;
    }

    @Override
    public void accept(String name, String value) {
        int known = KnownNames.indexOf(name);
        switch (known) {
            case KnownNames.DATE -> {
                return;
            }
            case KnownNames.CONTENT_LENGTH, KnownNames.TRANSFER_ENCODING -> {
                if (!keepsFraming) {
                    return;
                }
            }
            case KnownNames.CONNECTION, KnownNames.KEEP_ALIVE -> {
                if (closing && (known == KnownNames.KEEP_ALIVE || value.equalsIgnoreCase("keep-alive"))) {
                    return; // skip the field: it announces that the connection stays open, but the server will close it
                }
            }
            default -> {}
        }
        if (known >= 0) {
            put(KnownNames.prefix(known));
        } else {
            putName(name);
        }
        int begin = size;
        putValue(value);
        if (known == KnownNames.CONNECTION) {
            closeGiven |= TokenScan.lists(buffer, begin, size, "close");
        }
        putLineEnd();
    }

    private void putName(String name) {
        if (!TokenScan.isToken(name)) {
            throw new IllegalArgumentException("Response header name is empty or contains an illegal character");
        }
        ensure(name.length() + 2);
        for (int i = 0; i < name.length(); i++) {
            buffer[size++] = (byte) name.charAt(i);
        }
        buffer[size++] = ':';
        buffer[size++] = ' ';
    }

    private void putValue(String value) {
        int length = value.length();
        ensure(length);
        byte[] to = buffer;
        int at = size;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (!FieldValues.isPlain(c)) {
                putValue(FieldValues.sendable(value));
                return;
            }
            to[at++] = (byte) c;
        }
        size = at;
    }

    private void putNumber(long number) {
        ensure(20);
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        size += digits;
        long rest = number;
        for (int at = size; digits > 0; digits--, rest /= 10) {
            buffer[--at] = (byte) ('0' + rest % 10);
        }
    }

    private void putLineEnd() {
        ensure(2);
        buffer[size++] = '\r';
        buffer[size++] = '\n';
    }

    private void put(byte[] bytes) {
        ensure(bytes.length);
        System.arraycopy(bytes, 0, buffer, size, bytes.length);
        size += bytes.length;
    }

    private void ensure(int more) {
        if (buffer.length - size < more) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, size + more));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
