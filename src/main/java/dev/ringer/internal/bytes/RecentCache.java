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
    private final Maker<V> maker;

    private record Entry<V>(byte[] key, V value) {}

    @FunctionalInterface
    public interface Maker<V> {
        /** Makes a value, which must not be null, from the bytes in [from, to). */
        V make(byte[] bytes, int from, int to);
    }

    /**
     * Makes an empty cache.
     *
     * @param maker makes a value that is not in the cache. If it throws an exception, {@link #get} throws that
     *     exception, and nothing is cached
     */
    public RecentCache(Maker<V> maker) {
        this.maker = maker;
    }

    /**
     * Returns the value for the bytes in [from, to). Makes the value if it is not in the cache. A value for more than
     * 256 bytes is not cached.
     */
    public V get(byte[] bytes, int from, int to) {
        if (to - from > MAX_KEY_LENGTH) {
            return maker.make(bytes, from, to);
        }
        int place = WordScan.hash(bytes, from, to) & (PLACES - 1);
        @SuppressWarnings("unchecked") // only this method writes entries, so the type is right
        Entry<V> entry = (Entry<V>) entries[place];
        if (entry == null || !Arrays.equals(entry.key, 0, entry.key.length, bytes, from, to)) {
            entry = new Entry<>(Arrays.copyOfRange(bytes, from, to), maker.make(bytes, from, to));
            entries[place] = entry;
        }
        return entry.value;
    }
}
