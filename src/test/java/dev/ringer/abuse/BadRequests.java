package dev.ringer.abuse;

import dev.ringer.internal.http1.codec.RequestHeadParser;
import dev.ringer.testkit.Corpus;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Supplies malformed and incomplete requests without end. The seeds are fixed, but the order of sending is not. */
final class BadRequests {
    private static final String HEAD = " HTTP/1.1\r\nHost: test\r\n";

    private static final List<byte[]> BEGINNINGS = List.of(
            bytes(""),
            bytes("G"),
            bytes("GET /ok" + HEAD),
            bytes("GET /ok" + HEAD + "\r\n"),
            bytes("GET /pattern?200000" + HEAD + "\r\n"),
            bytes("POST /ignore" + HEAD + "Content-Length: 10\r\n\r\nhello"));

    private BadRequests() {}

    /** Supplies mutations of the heads in the corpus of a fuzz test. */
    static Supplier<byte[]> malformedHeads() {
        Random random = new Random(9112);
        Corpus heads = corpus(
                "RequestHeadFuzzTest/headsMeanOneThing",
                "\r\n|\n|\r| |:|,|\0|\t|\r\n |Host: h\r\n|Content-Length: 5\r\n|x");
        return () -> heads.mutated(random);
    }

    /**
     * Supplies valid heads for this target, with mutations of the chunked bodies in the corpus of a fuzz test. Many
     * bodies are incomplete, so a handler that reads one waits until the client leaves.
     */
    static Supplier<byte[]> malformedBodies(String target) {
        Random random = new Random(9112);
        byte[] head = bytes("POST " + target + HEAD + "Transfer-Encoding: chunked\r\n\r\n");
        Corpus chunks = corpus("ChunkFuzzTest/bodiesMeanOneThing", "0|5|f|\r\n|\n|;|x|0\r\n\r\n");
        return () -> joined(head, chunks.mutated(random));
    }

    private static Corpus corpus(String test, String scraps) {
        return Corpus.of(RequestHeadParser.class, test, scraps);
    }

    private static byte[] joined(byte[] head, byte[] body) {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(head);
        request.writeBytes(body);
        return request.toByteArray();
    }

    /** Supplies what a client sends before it leaves in the middle of an exchange. */
    static Supplier<byte[]> cutShort() {
        Random random = new Random(1);
        return () -> BEGINNINGS.get(random.nextInt(BEGINNINGS.size()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
