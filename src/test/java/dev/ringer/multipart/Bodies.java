package dev.ringer.multipart;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Small bodies for tests; one character per byte. */
final class Bodies {
    static final String TYPE = "multipart/form-data; boundary=B";

    private Bodies() {}

    static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A form of one part with these header lines, each with its line end, and this content. */
    static byte[] part(String headers, String content) {
        return latin("--B\r\n" + headers + "\r\n" + content + "\r\n--B--\r\n");
    }

    static byte[] field(String name, String content) {
        return part("Content-Disposition: form-data; name=\"" + name + "\"\r\n", content);
    }

    static byte[] file(String content) {
        return part("Content-Disposition: form-data; name=\"f\"; filename=\"f.bin\"\r\n", content);
    }

    /** Bytes as hostile to a search for delimiters as they can be. */
    static String nearDelimiters(Random random, String boundary, int length) {
        String delimiter = "\r\n--" + boundary;
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            switch (random.nextInt(6)) {
                case 0 -> text.append((char) random.nextInt(256));
                case 1 -> text.append("\r\n".charAt(random.nextInt(2)));
                // never the whole delimiter, and never what could complete one
                default ->
                    text.append(delimiter, 0, random.nextInt(delimiter.length()))
                            .append('!');
            }
        }
        return text.toString();
    }

    /** A stream that gives between one and {@code most} bytes at a time. */
    static InputStream dripping(byte[] bytes, int most, Random random) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, 1 + random.nextInt(most)));
            }
        };
    }
}
