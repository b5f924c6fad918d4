package dev.ringer.internal.bytes;

import java.util.Arrays;

/**
 * Caches values that were made from bytes. If the same bytes come again, the value is not made again. The benchmarks
 * are {@code HeadBenchmark.take} and {@code values}.
 *
 * <p>The cache has a fixed size. A new entry may replace an earlier one. So an attacker can displace entries, but
 * cannot make the cache larger. Thread-safe without locks, because entries are immutable. If two threads write at the
 * same time, one entry is lost, and is made again later.
 *
 * @param <V> the type of the values; immutable
 */
public final class RecentCache<V> {
    private static final int PLACES = 256;
    private static final int MAX_KEY_LENGTH = 256;

    private final Entry<?>[] entries = new Entry<?>[PLACES];

    private record Entry<V>(byte[] key, V value) {}

    /** Returns the value for the bytes in [from, to); null if it is not in the cache. */
    public V get(byte[] bytes, int from, int to) {
        if (to - from > MAX_KEY_LENGTH) {
            return null;
        }
        @SuppressWarnings("unchecked") // only put() writes entries, so the type is right
        Entry<V> entry = (Entry<V>) entries[place(bytes, from, to)];
        boolean found = entry != null && Arrays.equals(entry.key, 0, entry.key.length, bytes, from, to);
        return found ? entry.value : null;
    }

    /** Caches a value, which was made from the bytes in [from, to), unless they are more than 256. Returns the value. */
    public V put(byte[] bytes, int from, int to, V value) {
        if (to - from <= MAX_KEY_LENGTH) {
            entries[place(bytes, from, to)] = new Entry<>(Arrays.copyOfRange(bytes, from, to), value);
        }
        return value;
    }

    private static int place(byte[] bytes, int from, int to) {
        return WordScan.hash(bytes, from, to) & (PLACES - 1);
    }
}
