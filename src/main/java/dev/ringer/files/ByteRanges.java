package dev.ringer.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses the {@code Range} field (RFC 9110, 14.2). Ranges that overlap are merged. Ranges that lie close together are
 * merged too, if a separate part would cost more bytes than the gap between them.
 */
final class ByteRanges {
    /**
     * A range of bytes of a file.
     *
     * @param first the offset of the first byte
     * @param last the offset of the last byte, inclusive
     */
    record ByteRange(long first, long last) {
        long length() {
            return last - first + 1;
        }

        private boolean isNear(ByteRange other) {
            return first - PART_COST <= other.last && other.first - PART_COST <= last;
        }

        private ByteRange with(ByteRange other) {
            return new ByteRange(Math.min(first, other.first), Math.max(last, other.last));
        }
    }

    private static final String UNIT = "bytes=";
    /** Estimated bytes of a boundary and a part's fields (RFC 9110, 15.3.7.2). */
    private static final int PART_COST = 80;

    private static final int MAX_LENGTH = 1024;

    private ByteRanges() {}

    /**
     * Returns the ranges that the field asks for, or an empty list if none of them lies inside the file. Returns an
     * empty {@code Optional} if the whole file is to be sent. That is so for an empty file, and if the field is
     * missing, malformed, in another unit or has more than {@code most} ranges.
     */
    static Optional<List<ByteRange>> of(String field, long size, int most) {
        if (field == null || field.length() > MAX_LENGTH || !field.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
            return Optional.empty();
        }
        if (size == 0) {
            // a client that always asks for a range would take a 416 for a failure
            return Optional.empty();
        }
        String[] specifiers = field.substring(UNIT.length()).split(",", most + 1);
        if (specifiers.length > most) {
            return Optional.empty();
        }
        List<ByteRange> ranges = new ArrayList<>(specifiers.length);
        boolean any = false;
        for (String specifier : specifiers) {
            String text = specifier.strip();
            if (text.isEmpty()) {
                // RFC 9110, 5.6.1.2: a reader ignores empty list members
                continue;
            }
            any = true;
            int dash = text.indexOf('-');
            if (dash < 0 || !add(ranges, text.substring(0, dash), text.substring(dash + 1), size)) {
                return Optional.empty();
            }
        }
        return any ? Optional.of(ranges) : Optional.empty();
    }

    /** Adds a range, unless it lies wholly outside the file. Returns false if the text is not a range. */
    private static boolean add(List<ByteRange> ranges, String from, String to, long size) {
        if (!isNumber(from) && !from.isEmpty() || !isNumber(to) && !to.isEmpty()) {
            return false;
        }
        if (from.isEmpty()) {
            if (to.isEmpty()) {
                return false;
            }
            addLast(ranges, number(to), size);
            return true;
        }
        long first = number(from);
        long last = to.isEmpty() ? Long.MAX_VALUE : number(to);
        if (last < first) {
            return false;
        }
        if (first < size) {
            merge(ranges, new ByteRange(first, Math.min(last, size - 1)));
        }
        return true;
    }

    private static void addLast(List<ByteRange> ranges, long count, long size) {
        if (count > 0) {
            merge(ranges, new ByteRange(Math.max(0, size - count), size - 1));
        }
    }

    /** Adds a range and merges it with all ranges near it. The merged range takes the place of the first of them. */
    private static void merge(List<ByteRange> ranges, ByteRange added) {
        ByteRange united = added;
        int place = ranges.size();
        for (int i = ranges.size() - 1; i >= 0; i--) {
            if (ranges.get(i).isNear(united)) {
                united = united.with(ranges.remove(i));
                place = i;
                // start again: the larger range may lie near a range that was checked before
                i = ranges.size();
            }
        }
        ranges.add(place, united);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /**
     * Parses a number. A number that exceeds {@code long} becomes {@link Long#MAX_VALUE}, since no file is that large.
     */
    private static long number(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException beyondLong) {
            return Long.MAX_VALUE;
        }
    }
}
