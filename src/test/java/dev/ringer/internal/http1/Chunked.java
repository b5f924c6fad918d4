package dev.ringer.internal.http1;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Makes requests with chunked bodies. */
final class Chunked {
    static final String HEAD = "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n";

    private Chunked() {}

    /** Returns a request with a body of this length, in chunks of this size. */
    static byte[] request(int length, int chunk) {
        return request(length, chunk, (byte) 'x');
    }

    /** Returns a request with a body that consists of one repeated byte. */
    static byte[] request(int length, int chunk, byte filling) {
        byte[] content = new byte[chunk];
        Arrays.fill(content, filling);
        String data = new String(content, StandardCharsets.ISO_8859_1);
        StringBuilder text = new StringBuilder(HEAD);
        for (int left = length; left > 0; left -= chunk) {
            int size = Math.min(left, chunk);
            text.append(Integer.toHexString(size))
                    .append("\r\n")
                    .append(data, 0, size)
                    .append("\r\n");
        }
        return text.append("0\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
