package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http.ReasonPhrases;
import java.nio.charset.StandardCharsets;

/** Makes the bytes of status lines, once for each status. Benchmark: {@code HeadBenchmark.compose}. */
final class StatusLines {
    private static final byte[][] PREPARED = new byte[600][];

    static {
        for (int status : ReasonPhrases.statuses()) {
            PREPARED[status] = make(status);
        }
    }

    private StatusLines() {}

    /** Returns the status line for a status code, with its line end. The array is shared and never modified. */
    static byte[] of(int status) {
        byte[] line = status >= 0 && status < PREPARED.length ? PREPARED[status] : null;
        return line != null ? line : make(status);
    }

    private static byte[] make(int status) {
        return ("HTTP/1.1 " + status + " " + ReasonPhrases.of(status) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }
}
