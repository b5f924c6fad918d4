package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.http.RequestRefused;
import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Tolerance;
import java.util.Arrays;

/**
 * Reads heads as a connection does, with the same parser, cache of targets and rules for all heads. The bytes come in
 * pieces, and begin in the middle of a larger array. Bytes that have not come yet are line feeds, which the parser must
 * not read.
 */
final class HeadReading {
    private static final int ODD_PLACE = 13;

    private final RequestHeadParser parser;
    private final FramingRules rules;
    private final RecentCache<RequestTarget> targets = new RecentCache<>();

    HeadReading(HeadLimits limits, boolean legacy) {
        parser = new RequestHeadParser(limits, legacy, true);
        rules = new FramingRules(true, new Tolerance(legacy));
    }

    HeadOutcome whole(byte[] bytes) {
        return inPieces(bytes, Math.max(1, bytes.length));
    }

    HeadOutcome inPieces(byte[] bytes, int pieceSize) {
        byte[] received = new byte[bytes.length + 2 * ODD_PLACE];
        Arrays.fill(received, (byte) '\n');
        try {
            for (int from = 0; from < bytes.length; from += pieceSize) {
                int to = Math.min(bytes.length, from + pieceSize);
                System.arraycopy(bytes, from, received, ODD_PLACE + from, to - from);
                if (parser.parse(received, ODD_PLACE, ODD_PLACE + to)) {
                    Http1RequestHead head = parser.takeHead(received, ODD_PLACE, targets);
                    rules.read(head);
                    return HeadOutcome.accepted(parser.length(), head, rules);
                }
            }
            return new HeadOutcome.Incomplete();
        } catch (RequestRefused refused) {
            return new HeadOutcome.Refused(refused.violation());
        } finally {
            parser.reset();
        }
    }
}
