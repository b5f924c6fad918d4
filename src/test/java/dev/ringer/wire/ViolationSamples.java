package dev.ringer.wire;

import dev.ringer.internal.http.Violation;
import java.util.Map;

/** Contains a request for every violation. A new violation without a request does not compile. */
final class ViolationSamples {
    private static final String START = "POST / HTTP/1.1\r\n";
    private static final String HEAD = START + "Host: test\r\n";
    private static final String CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n";

    /** Who can see a violation. */
    enum Shown {
        /** The client, in the server's own answer. */
        IN_THE_ANSWER,
        /** The handler that reads the body. */
        TO_THE_READER,
        /** The handler that reads the body, after half a minute: see {@code SlowClientsIT}. */
        TO_A_PATIENT_READER,
        /** Nobody, in a heap of ordinary size: see {@code HeadMemoryIT} and {@code StalledLargeHeadsTest}. */
        IN_A_SMALL_HEAP
    }

    /**
     * A request that commits a violation.
     *
     * @param shown who can see the violation
     * @param bytes the bytes of the request
     * @param properties the settings of the server
     */
    record Sample(Shown shown, String bytes, Map<String, String> properties) {}

    private ViolationSamples() {}

    static Sample of(Violation violation) {
        return switch (violation) {
            case TOO_MANY_EMPTY_LINES -> answered("\r\n".repeat(100));
            case BAD_REQUEST_LINE -> answered("GET /\r\n\r\n");
            case BAD_METHOD -> answered("G@T / HTTP/1.1\r\nHost: test\r\n\r\n");
            case CONNECT_METHOD -> answered("CONNECT /a HTTP/1.1\r\nHost: test\r\n\r\n");
            case BAD_VERSION -> answered("GET / HTTP/1.10\r\nHost: test\r\n\r\n");
            case UNSUPPORTED_VERSION -> answered("GET / HTTP/3.0\r\nHost: test\r\n\r\n");
            case REQUEST_LINE_TOO_LONG -> answered("GET /" + "a".repeat(70_000) + " HTTP/1.1\r\nHost: test\r\n\r\n");
            case CONTROL_IN_TARGET -> answered("GET /\u0001 HTTP/1.1\r\nHost: test\r\n\r\n");
            case BAD_TARGET -> answered("GET /%zz HTTP/1.1\r\nHost: test\r\n\r\n");
            case BARE_LF -> answered(HEAD + "X: a\n\r\n", Map.of("ringer.bareLf", "reject"));
            case BARE_CR -> answered(HEAD + "X: a\rb\r\n\r\n");
            case FOLDED_LINE -> answered(HEAD + "X: a\r\n b\r\n\r\n");
            case BAD_FIELD_NAME -> answered(HEAD + "X : a\r\n\r\n");
            case BAD_FIELD_VALUE -> answered(HEAD + "X: a\0b\r\n\r\n");
            case TOO_MANY_FIELDS -> answered(HEAD + "X: y\r\n".repeat(300) + "\r\n");
            case HEAD_TOO_LARGE -> answered(HEAD + "X: " + "y".repeat(400_000) + "\r\n\r\n");
            case HEAD_TOO_SLOW -> answered(HEAD, Map.of("ringer.headTimeout", "150 ms"));
            case HEAD_MEMORY_SPENT -> new Sample(Shown.IN_A_SMALL_HEAP, "", Map.of());
            case HOST_MISSING -> answered(START + "\r\n");
            case HOST_REPEATED -> answered(HEAD + "Host: test\r\n\r\n");
            case BAD_HOST -> answered(START + "Host: a b\r\n\r\n");
            case BAD_CONTENT_LENGTH -> answered(HEAD + "Content-Length: +5\r\n\r\n");
            case CONTENT_LENGTH_REPEATED -> answered(HEAD + "Content-Length: 5\r\nContent-Length: 5\r\n\r\n");
            case CONTENT_LENGTH_WITH_CODING ->
                answered(HEAD + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n");
            case BAD_TRANSFER_CODING -> answered(HEAD + "Transfer-Encoding: chunked, chunked\r\n\r\n");
            case UNKNOWN_TRANSFER_CODING -> answered(HEAD + "Transfer-Encoding: gzip, chunked\r\n\r\n");
            case CODING_ON_HTTP_1_0 -> answered("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n");
            case BODY_TOO_LARGE ->
                answered(HEAD + "Content-Length: 11\r\n\r\n0123456789a", Map.of("ringer.maxBodySize", "10"));
            case BAD_CHUNK_SIZE -> read(CHUNKED + "x\r\n");
            case CHUNK_TOO_LARGE -> read(CHUNKED + "8000000000000000\r\n");
            case CHUNK_LINE_TOO_LONG -> read(CHUNKED + "1;" + "a".repeat(3000) + "\r\n");
            case BAD_CHUNK_EXTENSION -> read(CHUNKED + "1;a\0\r\n");
            case CHUNK_EXTENSIONS_TOO_LARGE -> read(CHUNKED + ("1;" + "a".repeat(1000) + "\r\nX\r\n").repeat(20));
            case CHUNK_FRAMING_TOO_LARGE -> read(CHUNKED + ("0".repeat(2000) + "1\r\nX\r\n").repeat(20));
            case BAD_CHUNK_END -> read(CHUNKED + "1\r\nXX\r\n");
            case BAD_TRAILER -> read(CHUNKED + "0\r\nX : y\r\n\r\n");
            case TRAILER_TOO_LARGE -> read(CHUNKED + "0\r\n" + "X: y\r\n".repeat(300) + "\r\n");
            case BODY_TRUNCATED -> read(HEAD + "Content-Length: 100000\r\n\r\nhell");
            case BODY_STALLED ->
                read(HEAD + "Content-Length: 100000\r\n\r\nhell", Map.of("ringer.bodyStallTimeout", "150 ms"));
            case BODY_TOO_SLOW -> new Sample(Shown.TO_A_PATIENT_READER, "", Map.of());
        };
    }

    private static Sample answered(String bytes) {
        return answered(bytes, Map.of());
    }

    private static Sample answered(String bytes, Map<String, String> properties) {
        return new Sample(Shown.IN_THE_ANSWER, bytes, properties);
    }

    private static Sample read(String bytes) {
        return read(bytes, Map.of());
    }

    private static Sample read(String bytes, Map<String, String> properties) {
        return new Sample(Shown.TO_THE_READER, bytes, properties);
    }
}
