package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.WordScan;
import dev.ringer.internal.protocol.RequestTarget;
import java.util.Arrays;

/**
 * Targets that were asked for lately, from their bytes, so that a repeated target is neither decoded nor parsed again.
 * Each target has one place, which the next one with the same hash takes over: a client can displace entries, not add
 * any. Owned by one loop.
 */
final class TargetCache {
    private static final int PLACES = 256;
    private static final int LONGEST_TARGET = 256;

    private final byte[][] keys = new byte[PLACES][];
    private final RequestTarget[] targets = new RequestTarget[PLACES];

    RequestTarget get(byte[] bytes, int from, int to) {
        if (to - from > LONGEST_TARGET) {
            return RequestTarget.parse(bytes, from, to);
        }
        int place = WordScan.hash(bytes, from, to) & (PLACES - 1);
        byte[] key = keys[place];
        if (key != null && Arrays.equals(key, 0, key.length, bytes, from, to)) {
            return targets[place];
        }
        RequestTarget target = RequestTarget.parse(bytes, from, to);
        keys[place] = Arrays.copyOfRange(bytes, from, to);
        targets[place] = target;
        return target;
    }
}
