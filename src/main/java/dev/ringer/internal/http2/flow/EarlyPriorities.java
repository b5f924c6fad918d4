package dev.ringer.internal.http2.flow;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Remembers the priorities that the client sends for streams before it opens these streams (RFC 9218, 7.1). Stores the
 * latest priority of each stream, for at most {@link #MAX} streams, and ignores priorities of further streams. Not
 * thread-safe.
 */
public final class EarlyPriorities {
    /** The most streams whose priorities are remembered. Browsers send priorities of fewer streams in advance. */
    static final int MAX = 32;

    private final NavigableMap<Integer, Integer> priorities = new TreeMap<>(); // by stream number

    /** Remembers the priority of a stream that the client has not opened yet, packed as in {@link Priority}. */
    public void put(int id, int priority) {
        if (priorities.size() < MAX || priorities.containsKey(id)) {
            priorities.put(id, priority);
        }
    }

    /**
     * Returns the remembered priority of a stream that the client has just opened. If there is none, returns the second
     * argument. Forgets the priorities of this stream and of all streams with lower numbers.
     */
    public int take(int id, int otherwise) {
        if (priorities.isEmpty()) {
            return otherwise;
        }
        int found = priorities.getOrDefault(id, otherwise);
        priorities.headMap(id, true).clear();
        return found;
    }
}
