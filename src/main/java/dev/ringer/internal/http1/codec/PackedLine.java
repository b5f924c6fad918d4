package dev.ringer.internal.http1.codec;

import dev.ringer.internal.names.KnownNames;

/**
 * Packs two values of a field line into one number: the offset of the line, and the index of its name in {@link
 * KnownNames}. The ends of the name and the value are not stored, because code rarely needs them and can search for
 * them again. Benchmark: {@code HeadBenchmark.take}.
 */
final class PackedLine {
    private static final int OFFSET_BITS = 24;
    private static final int OFFSET_MASK = (1 << OFFSET_BITS) - 1;

    private PackedLine() {}

    /** Packs an index of {@link KnownNames}, or {@link KnownNames#UNKNOWN}, with an offset of less than 16 MiB. */
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
