package dev.ringer.internal.http2;

import java.util.Arrays;

/**
 * Remembers which streams the server has reset, as ranges of stream numbers. Clients often send hundreds of requests
 * before they read anything, so a burst of refused streams is one range. The oldest ranges are forgotten when there are
 * more than {@value #MAX_RANGES}. Then all streams up to the forgotten ones count as reset, because a client must not
 * suffer for frames that it sent before it learned of a reset. Not thread-safe.
 */
final class BrokenStreams {
    private static final int MAX_RANGES = 256;
    private static final int FIRST_RANGES = 4;

    // Pairs of the first and the last stream number of a range, in ascending order. Between two ranges there is
    // at least one stream number of a client that is in neither.
    private int[] ranges = new int[2 * FIRST_RANGES];
    private int end; // index in `ranges` after the last pair
    private int forgotten; // highest stream number of the ranges that were forgotten; 0 for none

    /** Adds a stream number. All stream numbers are odd. */
    void add(int id) {
        int at = indexOf(id);
        if (id <= forgotten || at < end && ranges[at] <= id) {
            return;
        }
        boolean joinsBefore = at > 0 && ranges[at - 1] == id - 2;
        boolean joinsAfter = at < end && ranges[at] == id + 2;
        if (joinsBefore && joinsAfter) {
            ranges[at - 1] = ranges[at + 1];
            remove(at);
        } else if (joinsBefore) {
            ranges[at - 1] = id;
        } else if (joinsAfter) {
            ranges[at] = id;
        } else {
            insert(at, id);
        }
    }

    /** Whether a stream was reset, or is so old that this is not known any more. */
    boolean contains(int id) {
        int at = indexOf(id);
        return id <= forgotten || at < end && ranges[at] <= id;
    }

    /** Returns the index of the first range that ends with this stream number or a higher one. */
    private int indexOf(int id) {
        int low = 0;
        int high = end / 2;
        while (low < high) {
            int middle = low + high >>> 1;
            if (ranges[2 * middle + 1] < id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return 2 * low;
    }

    private void insert(int index, int id) {
        int at = index;
        if (end == 2 * MAX_RANGES) {
            forgotten = ranges[1];
            remove(0);
            at = Math.max(0, at - 2);
            if (id <= forgotten) {
                return;
            }
        } else if (end == ranges.length) {
            ranges = Arrays.copyOf(ranges, 2 * end);
        }
        System.arraycopy(ranges, at, ranges, at + 2, end - at);
        ranges[at] = id;
        ranges[at + 1] = id;
        end += 2;
    }

    private void remove(int at) {
        System.arraycopy(ranges, at + 2, ranges, at, end - at - 2);
        end -= 2;
    }
}
