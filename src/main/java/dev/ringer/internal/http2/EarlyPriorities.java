package dev.ringer.internal.http2;

/**
 * Priorities of streams that are idle still, in the order in which they were told (RFC 9218, 7.1): the last one of each of up to
 * {@link #MAX} streams, beyond which what is told is passed over. Takes no memory before the first. Not thread-safe.
 */
final class EarlyPriorities {
    /** How many are remembered: more than a browser tells before it asks. */
    static final int MAX = 32;

    private int[] ids;
    private int[] priorities;
    private int count;

    /** Remembers the priority of an idle stream, by {@link Priority}. */
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

    /** The priority that was told of a stream that begins, or the other one; those of streams up to it are forgotten. */
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
