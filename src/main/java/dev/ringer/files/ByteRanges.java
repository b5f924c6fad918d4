package dev.ringer.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the {@code Range} field of a request (RFC 9110, 14.2). Overlapping ranges are merged. Two ranges with a small
 * gap between them are also merged, because a separate part would cost more bytes than the gap.
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
    private static final Pattern SPECIFIER = Pattern.compile("(\\d*)-(\\d*)");
    /** The estimated size, in bytes, of the boundary and the header fields of one part (RFC 9110, 15.3.7.2). */
    private static final int PART_COST = 80;

    /** Enough for hundreds of ranges, of which the server merges those that are near each other. */
    private static final int MAX_LENGTH = 8 << 10;

    private ByteRanges() {}

    /**
     * Returns the ranges that a request asks for; an empty list if none of them lies inside the file. Returns an empty
     * {@code Optional} if the whole file must be sent. This is so for an empty file, and if the field is missing or
     * malformed, has a unit other than bytes, or has more than {@code most} ranges.
     */
    static Optional<List<ByteRange>> of(String field, long size, int most) {
        if (field == null || field.length() > MAX_LENGTH || !field.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
            return Optional.empty();
        }
        if (size == 0) {
            // send the whole empty file: some clients always ask for a range, and would take a 416 for a failure
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
                // a recipient must ignore empty list members (RFC 9110, 5.6.1.2)
                continue;
            }
            any = true;
            Matcher range = SPECIFIER.matcher(text);
            if (!range.matches() || !add(ranges, range.group(1), range.group(2), size)) {
                return Optional.empty();
            }
        }
        return any ? Optional.of(ranges) : Optional.empty();
    }

    /**
     * Adds a range to the list, unless the range lies completely outside the file. {@code from} and {@code to} are
     * numbers or empty. Returns false if they are not a range.
     */
    private static boolean add(List<ByteRange> ranges, String from, String to, long size) {
        if (from.isEmpty()) {
            long count = to.isEmpty() ? 0 : number(to);
            if (count > 0) {
                merge(ranges, new ByteRange(Math.max(0, size - count), size - 1));
            }
            return !to.isEmpty();
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

    /** Adds a range to the list. Ranges that overlap the new range, or almost touch it, are merged with it into one. */
    private static void merge(List<ByteRange> ranges, ByteRange added) {
        ByteRange united = added;
        int place = ranges.size();
        for (int i = ranges.size() - 1; i >= 0; i--) {
            if (ranges.get(i).isNear(united)) {
                united = united.with(ranges.remove(i));
                place = i;
                // start again: the merged range is larger, and may be close to a range that was checked before
                i = ranges.size();
            }
        }
        ranges.add(place, united);
    }

    /**
     * Parses a number. A number that is too large for a long becomes {@link Long#MAX_VALUE}, because no file is so
     * large.
     */
    private static long number(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException beyondLong) {
            return Long.MAX_VALUE;
        }
    }
}
