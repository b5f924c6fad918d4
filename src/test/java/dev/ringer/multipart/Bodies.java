package dev.ringer.multipart;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Builds small bodies for tests, with one byte for each character. */
final class Bodies {
    static final String TYPE = "multipart/form-data; boundary=B";

    private Bodies() {}

    static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns a form with one part. Each header line must include its line end. */
    static byte[] part(String headers, String content) {
        return latin("--B\r\n" + headers + "\r\n" + content + "\r\n--B--\r\n");
    }

    static byte[] field(String name, String content) {
        return part("Content-Disposition: form-data; name=\"" + name + "\"\r\n", content);
    }

    static byte[] file(String content) {
        return part("Content-Disposition: form-data; name=\"f\"; filename=\"f.bin\"\r\n", content);
    }

    /** Returns random bytes that often begin like a delimiter. */
    static String nearDelimiters(Random random, String boundary, int length) {
        String delimiter = "\r\n--" + boundary;
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            switch (random.nextInt(6)) {
                case 0 -> text.append((char) random.nextInt(256));
                case 1 -> text.append("\r\n".charAt(random.nextInt(2)));
                // the beginning of a delimiter, and a byte that cannot continue it
                default ->
                    text.append(delimiter, 0, random.nextInt(delimiter.length()))
                            .append('!');
            }
        }
        return text.toString();
    }

    /** Returns a stream that gives between one and {@code most} bytes for each read. */
    static InputStream dripping(byte[] bytes, int most, Random random) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, 1 + random.nextInt(most)));
            }
        };
    }
}
