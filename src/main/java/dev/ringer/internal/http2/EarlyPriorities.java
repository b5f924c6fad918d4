package dev.ringer.internal.http2;

/**
 * Remembers the priorities that the client sends for streams before it opens these streams (RFC 9218, 7.1). At most
 * {@link #MAX} streams are remembered, each with its last priority. Priorities of further streams are ignored. The
 * object takes no memory before the first priority arrives. Not thread-safe.
 */
final class EarlyPriorities {
    /** The most streams whose priorities are remembered. Browsers send priorities of fewer streams in advance. */
    static final int MAX = 32;

    private int[] ids;
    private int[] priorities;
    private int count;

    /** Remembers the priority of a stream that the client has not opened yet, packed as in {@link Priority}. */
    void put(int id, int priority) {
        if (ids == null) {
            ids = new int[MAX];
            priorities = new int[MAX];
        }
        for (int i = 0; i < count; i++) {
            if (ids[i] == id) {
                priorities[i] = priority;
                return;
            }
        }
        if (count < MAX) {
            ids[count] = id;
            priorities[count++] = priority;
        }
    }

    /**
     * Returns the remembered priority of a stream that the client has just opened; {@code otherwise} if there is none.
     * Forgets the priorities of this stream and of all streams with lower numbers.
     */
    int take(int id, int otherwise) {
        int found = otherwise;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (ids[i] == id) {
                found = priorities[i];
            } else if (ids[i] > id) {
                ids[kept] = ids[i];
                priorities[kept++] = priorities[i];
            }
        }
        count = kept;
        if (count == 0) {
            ids = null;
            priorities = null;
        }
        return found;
    }
}
