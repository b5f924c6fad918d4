package dev.ringer.internal.bytes;

import java.util.Arrays;

/**
 * What was made of bytes lately, by these bytes, so that it need not be made again of the same ones.
 * Benchmarks: {@code HeadBenchmark.take} and {@code values}.
 *
 * <p>Each slice has one place, which the next one with the same hash takes over. So a client that chooses the bytes can
 * displace entries, but add none. For any thread, without locks: entries are immutable, and a lost write costs making it again.
 *
 * @param <V> what is made; immutable
 */
public final class RecentCache<V> {
    private static final int PLACES = 256;
    private static final int MAX_KEY_LENGTH = 256;

    private final Entry<?>[] entries = new Entry<?>[PLACES];
    private final Maker<V> maker;

    private record Entry<V>(byte[] key, V value) {}

    /** Makes a value of a slice. */
    @FunctionalInterface
    public interface Maker<V> {
        /**
         * Makes it.
         *
         * @param bytes an array
         * @param from where the slice begins
         * @param to where it ends, exclusive
         * @return not null
         */
        V make(byte[] bytes, int from, int to);
    }

    /**
     * An empty cache.
     *
     * @param maker makes what is not there; what it throws is passed on, and nothing is kept
     */
    public RecentCache(Maker<V> maker) {
        this.maker = maker;
    }

    /**
     * What the slice stands for, made now unless it is there. Slices beyond 256 bytes are not kept.
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
