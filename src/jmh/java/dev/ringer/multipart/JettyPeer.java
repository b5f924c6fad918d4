package dev.ringer.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content;
import org.openjdk.jmh.infra.Blackhole;

/** Jetty's parser, as its API is meant to be used. */
final class JettyPeer {
    private JettyPeer() {}

    static long slices(byte[] body, String boundary) {
        long[] bytes = new long[1];
        MultiPart.Parser parser = new MultiPart.Parser(boundary, new MultiPart.Parser.Listener() {
            @Override
            public void onPartContent(Content.Chunk chunk) {
                bytes[0] += chunk.remaining();
            }

            @Override
            public void onFailure(Throwable failure) {
                throw new IllegalStateException(failure);
            }
        });
        for (int from = 0; from < body.length; from += BenchmarkBodies.PIECE) {
            int length = Math.min(BenchmarkBodies.PIECE, body.length - from);
            parser.parse(Content.Chunk.from(ByteBuffer.wrap(body, from, length), from + length == body.length));
        }
        return bytes[0];
    }

    static InputStream stream(byte[] body, String boundary) throws IOException {
        MultiPartFormData.Parts parts = parts(body, boundary, 64 << 20);
        return Content.Source.asInputStream(parts.get(0).createContentSource());
    }

    static void collect(byte[] body, String boundary, Blackhole hole) throws IOException {
        try (MultiPartFormData.Parts parts = parts(body, boundary, 64 << 10)) {
            for (MultiPart.Part part : parts) {
                hole.consume(part.getName());
                if (part.getFileName() == null) {
                    hole.consume(part.getContentAsString(StandardCharsets.UTF_8));
                } else {
                    hole.consume(part.createContentSource());
                }
            }
        }
    }

    private static MultiPartFormData.Parts parts(byte[] body, String boundary, long inMemory) throws IOException {
        MultiPartFormData.Parser parser = new MultiPartFormData.Parser(boundary);
        parser.setMaxMemoryFileSize(inMemory);
        parser.setMaxParts(100);
        try {
            return parser.parse(Content.Source.from(ByteBuffer.wrap(body))).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IOException(e);
        }
    }
}
