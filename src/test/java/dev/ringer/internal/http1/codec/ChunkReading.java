package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http.BodyBroken;
import java.nio.charset.StandardCharsets;

/** Reads chunked bodies as a connection does, from bytes that come in pieces. */
final class ChunkReading {
    private ChunkReading() {}

    static ChunkOutcome whole(byte[] bytes, ChunkLimits limits) {
        return inPieces(bytes, limits, Math.max(1, bytes.length));
    }

    static ChunkOutcome inPieces(byte[] bytes, ChunkLimits limits, int pieceSize) {
        ChunkDecoder decoder = new ChunkDecoder(limits, new ClientMemory(new BufferedMemory(0)));
        StringBuilder data = new StringBuilder();
        try {
            int at = 0;
            for (int end = 0; end < bytes.length && !decoder.atEnd(); ) {
                end = Math.min(bytes.length, end + pieceSize);
                while (at < end && !decoder.atEnd()) {
                    at = decoder.advance(bytes, at, end);
                    int count = (int) Math.min(decoder.dataAhead(), end - at);
                    if (count > 0) {
                        data.append(new String(bytes, at, count, StandardCharsets.ISO_8859_1));
                        at += count;
                        decoder.taken(count);
                    }
                }
            }
            return decoder.atEnd()
                    ? ChunkOutcome.complete(data.toString(), at)
                    : ChunkOutcome.incomplete(data.toString());
        } catch (BodyBroken broken) {
            return ChunkOutcome.broken(data.toString(), broken.violation());
        }
    }
}
