package dev.ringer.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads {@code Range} (RFC 9110, 14.2). Ranges that overlap, or lie so near to each other that a part of its own would
 * cost more than the bytes between, become one.
 */
final class ByteRanges {
    /**
     * Some bytes of a file.
     *
     * @param first where they begin
     * @param last the last of them, inclusive
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
    private static final int PART_COST = 80; // bytes of a boundary and a part's fields, as RFC 9110, 15.3.7.2 counts
    private static final int MAX_LENGTH = 1024;

    private ByteRanges() {}

    /**
     * Reads the field.
     *
     * @param field its value, or null
     * @param size of the file, in bytes
     * @param most how many ranges a request may ask for
     * @return empty if the whole file is to be sent: no ranges, another unit, too many, not well formed, or the file is
     *     empty; an empty list if none of the ranges is inside the file
     */
    static Optional<List<ByteRange>> of(String field, long size, int most) {
        if (field == null || field.length() > MAX_LENGTH || !field.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
            return Optional.empty();
        }
        if (size == 0) {
            return Optional.empty(); // clients that always ask for a range would take a 416 for a failure
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
                continue; // RFC 9110, 5.6.1.2: empty members of a list count for nothing
            }
            any = true;
            int dash = text.indexOf('-');
            if (dash < 0 || !add(ranges, text.substring(0, dash), text.substring(dash + 1), size)) {
                return Optional.empty();
            }
        }
        return any ? Optional.of(ranges) : Optional.empty();
    }

    /** Adds a range if it lies in the file at all. Returns false if it is none. */
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

    /** Each range stays where the first of those that it unites was asked for. */
    private static void merge(List<ByteRange> ranges, ByteRange added) {
        ByteRange united = added;
        int place = ranges.size();
        for (int i = ranges.size() - 1; i >= 0; i--) {
            if (ranges.get(i).isNear(united)) {
                united = united.with(ranges.remove(i));
                place = i;
                i = ranges.size(); // what has grown may have come near to one that was passed
            }
        }
        ranges.add(place, united);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /** Numbers that no file reaches are all the same. */
    private static long number(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException beyondLong) {
            return Long.MAX_VALUE;
        }
    }
}
