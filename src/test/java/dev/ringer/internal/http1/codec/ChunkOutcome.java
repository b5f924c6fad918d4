package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http.Violation;

/**
 * The result of decoding the bytes of a chunked body.
 *
 * @param data the decoded data, as ISO 8859-1
 * @param fault the violation that follows the data; null for none
 * @param length how many bytes the body takes, if it ends within them; −1 otherwise
 */
record ChunkOutcome(String data, Violation fault, int length) {
    static ChunkOutcome complete(String data, int length) {
        return new ChunkOutcome(data, null, length);
    }

    static ChunkOutcome incomplete(String data) {
        return new ChunkOutcome(data, null, -1);
    }

    static ChunkOutcome broken(String data, Violation fault) {
        return new ChunkOutcome(data, fault, -1);
    }

    boolean complete() {
        return length >= 0;
    }
}
