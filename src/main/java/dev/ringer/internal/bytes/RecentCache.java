package dev.ringer.internal.bytes;

import java.util.Arrays;

/**
 * Caches values that were recently made from slices of bytes, so that they need not be made again from the same bytes.
 * Benchmarks: {@code HeadBenchmark.take} and {@code values}.
 *
 * <p>Each slice has one place in a table of fixed size, which the next slice with the same hash takes over. So a client
 * that chooses the bytes can evict entries, but cannot make the cache larger. Any thread may use it, without locks.
 * Entries are immutable, and after a lost write the value is made again.
 *
 * @param <V> the type of the values; immutable
 */
public final class RecentCache<V> {
    private static final int PLACES = 256;
    private static final int MAX_KEY_LENGTH = 256;

    private final Entry<?>[] entries = new Entry<?>[PLACES];
    private final Maker<V> maker;

    private record Entry<V>(byte[] key, V value) {}

    /** Makes a value from a slice. */
    @FunctionalInterface
    public interface Maker<V> {
        /**
         * Makes a value.
         *
         * @param bytes an array
         * @param from where the slice begins
         * @param to where it ends, exclusive
         * @return the value, not null
         */
        V make(byte[] bytes, int from, int to);
    }

    /**
     * Makes an empty cache.
     *
     * @param maker makes a value that is not in the cache; its exceptions are passed on, and then nothing is kept
     */
    public RecentCache(Maker<V> maker) {
        this.maker = maker;
    }

    /**
     * Returns the value of a slice, and makes it unless it is in the cache. Slices of more than 256 bytes are not kept.
     *
     * @param bytes an array
     * @param from where the slice begins
     * @param to where it ends, exclusive
     * @return the value
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
