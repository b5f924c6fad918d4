package dev.ringer.multipart;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Records what a parser reports, for comparison. */
class RecordedParts implements PartSink {
    record Part(String name, String fileName, String contentType, String content) {
        @Override
        public String toString() {
            return name + (fileName == null ? "" : "(" + fileName + ")") + "=" + content;
        }
    }

    final List<Part> parts = new ArrayList<>();
    private PartHeaders headers;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    @Override
    public void onPartBegin(PartHeaders begun) {
        if (headers != null) {
            throw new AssertionError("a part begins within another");
        }
        headers = begun;
        content.reset();
    }

    @Override
    public void onPartData(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (headers == null || length == 0) {
            throw new AssertionError("content outside a part, or none");
        }
        content.write(bytes, offset, length);
    }

    @Override
    public void onPartEnd() {
        String text = content.toString(StandardCharsets.ISO_8859_1);
        parts.add(new Part(headers.name(), headers.fileName(), headers.contentType(), text));
        headers = null;
    }

    /** Parses a body in pieces that end at the given positions. */
    static RecordedParts of(byte[] body, String contentType, FormOptions options, int... ends) throws IOException {
        RecordedParts recorded = new RecordedParts();
        MultipartParser parser = new MultipartParser(contentType, options, recorded);
        recorded.feed(parser, body, ends);
        return recorded;
    }

    void feed(MultipartParser parser, byte[] body, int... ends) throws IOException {
        int from = 0;
        for (int end : ends) {
            feedPiece(parser, body, from, end);
            from = end;
        }
        feedPiece(parser, body, from, body.length);
        parser.finish();
    }

    private static void feedPiece(MultipartParser parser, byte[] body, int from, int to) throws IOException {
        // bytes around the piece detect a parser that reads too far; overwriting detects one that retains the array
        byte[] piece = new byte[to - from + 6];
        Arrays.fill(piece, (byte) '\r');
        System.arraycopy(body, from, piece, 3, to - from);
        int consumed = parser.feed(piece, 3, to - from);
        Arrays.fill(piece, (byte) '-');
        if (consumed != to - from) {
            throw new AssertionError("not all was consumed");
        }
    }
}
