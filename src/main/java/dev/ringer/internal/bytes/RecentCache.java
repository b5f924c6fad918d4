package dev.ringer.internal.bytes;

import java.util.Arrays;

/**
 * Caches values that were recently made from slices of bytes, so that the same bytes give the same value again. The
 * benchmarks are {@code HeadBenchmark.take} and {@code values}.
 *
 * <p>The table has a fixed size. A slice replaces an earlier slice that has the same place in the table. So a client
 * that chooses the bytes can evict entries, but cannot make the cache larger. Any thread may use the cache, without
 * locks: entries are immutable, and if two threads write at once, one entry is lost and made again later.
 *
 * @param <V> the type of the values; immutable
 */
public final class RecentCache<V> {
    private static final int PLACES = 256;
    private static final int MAX_KEY_LENGTH = 256;

    private final Entry<?>[] entries = new Entry<?>[PLACES];
    private final Maker<V> maker;

    private record Entry<V>(byte[] key, V value) {}

    /** Makes the values that the cache lacks. */
    @FunctionalInterface
    public interface Maker<V> {
        /** Makes a value, not null, from the bytes in [from, to). */
        V make(byte[] bytes, int from, int to);
    }

    /**
     * Makes an empty cache.
     *
     * @param maker makes a value that is not in the cache; if it throws, the exception reaches the caller of
     *     {@link #get}, and the cache keeps nothing
     */
    public RecentCache(Maker<V> maker) {
        this.maker = maker;
    }

    /**
     * Returns the value of the bytes in [from, to). Makes the value if the cache lacks it. The cache keeps no value of
     * more than 256 bytes.
     */
    public V get(byte[] bytes, int from, int to) {
        if (to - from > MAX_KEY_LENGTH) {
            return maker.make(bytes, from, to);
        }
        int place = WordScan.hash(bytes, from, to) & (PLACES - 1);
        @SuppressWarnings("unchecked") // only this method writes entries
        Entry<V> entry = (Entry<V>) entries[place];
        if (entry == null || !Arrays.equals(entry.key, 0, entry.key.length, bytes, from, to)) {
            entry = new Entry<>(Arrays.copyOfRange(bytes, from, to), maker.make(bytes, from, to));
            entries[place] = entry;
        }
        return entry.value;
    }
}
