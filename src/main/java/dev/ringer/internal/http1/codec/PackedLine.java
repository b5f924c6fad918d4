package dev.ringer.internal.http1.codec;

import dev.ringer.internal.names.KnownNames;

/**
 * Packs the offset of a field line and the index of its known name into one number. The end of the name and the value
 * are not stored: code that needs them searches for them again, which is rare. Benchmark: {@code HeadBenchmark.take}.
 */
final class PackedLine {
    private static final int OFFSET_BITS = 24;
    private static final int OFFSET_MASK = (1 << OFFSET_BITS) - 1;

    private PackedLine() {}

    /** Packs an index of {@link KnownNames}, or {@link KnownNames#UNKNOWN}, and an offset of less than 16 MiB. */
    static int of(int knownName, int offset) {
        return knownName << OFFSET_BITS | offset;
    }

    static int knownName(int line) {
        return line >> OFFSET_BITS;
    }

    static int offset(int line) {
        return line & OFFSET_MASK;
    }
}
