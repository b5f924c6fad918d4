package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.names.KnownNames;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * Caches field values that clients repeat, such as a browser's User-Agent. It finds the string of a recent value by the
 * bytes of that value. It caches only fields whose values often repeat and are never secret.
 *
 * <p>A look-up takes as long as making the string, but saves memory: reading a browser's fields allocates 552 bytes
 * instead of 1,064 ({@code HeadBenchmark.values}).
 */
final class FrequentValues {
    private static final RecentCache<String> TEXTS = new RecentCache<>();
    private static final BitSet REPEATED = known(
            "Host",
            "Connection",
            "Accept",
            "Accept-Charset",
            "Accept-Encoding",
            "Accept-Language",
            "User-Agent",
            "Origin",
            "X-Forwarded-Host",
            "X-Forwarded-Proto");

    private FrequentValues() {}

    private static BitSet known(String... names) {
        BitSet known = new BitSet();
        for (String name : names) {
            known.set(KnownNames.indexOf(name));
        }
        return known;
    }

    /** Whether the values of a field are cached. {@code knownName} is the field's index in {@code KnownNames}. */
    static boolean has(int knownName) {
        return knownName >= 0 && REPEATED.get(knownName);
    }

    /** Returns a value as a string, from the cache if possible. */
    static String text(byte[] bytes, int from, int to) {
        String recent = TEXTS.get(bytes, from, to);
        return recent != null ? recent : TEXTS.put(bytes, from, to, decoded(bytes, from, to));
    }

    static String decoded(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
